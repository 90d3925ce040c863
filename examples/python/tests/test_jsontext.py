import unittest

from binnacle.jsontext import read_json, write_json

# What no JSON text of the contract is, with a word of why.
MALFORMED = {
    b"[" * 100_000: "nested too deep",
    b'{"a":' * 100_000: "nested too deep",
    b"[" * 100_000 + b"]" * 100_000: "nested too deep",
    b'{"a": NaN}': "NaN is no number",
    b"Infinity": "Infinity is no number",
    b"[-Infinity]": "-Infinity is no number",
    b"1e999": "1e999 is too large",
    b'{"a": -1.5e400}': "too large",
    b"9" * 400: "9… is too large",
    b"9" * 10_000: "too large",
    b'"\\ud800"': "half of a surrogate pair",
    b'{"\\uDC00": 1}': "half of a surrogate pair",
    b'"\xff"': "not UTF-8 at byte 1",
    '{"a": 1}'.encode("utf-16"): "not UTF-8",
    '{"a": 1}'.encode("utf-16-le"): "",
    b"\xef\xbb\xbf{}": "",
    b"": "",
    b"{": "",
    b"{} {}": "",
}


class ReadingTests(unittest.TestCase):
    def test_whatever_the_bytes_are_a_value_error_says_what_is_wrong(self):
        for data, words in MALFORMED.items():
            with self.subTest(data[:20]), self.assertRaises(ValueError) as caught:
                read_json(data)
            self.assertIn(words, str(caught.exception))
            self.assertLess(len(str(caught.exception)), 200)

    def test_what_is_json_is_read(self):
        for data, value in {
            b'{"a": [1, -2.5, true, null], "a": 3}': {"a": 3},
            b"1.7976931348623157e308": 1.7976931348623157e308,
            b"1" + b"0" * 308: 10**308,
            b"18446744073709551615": 2**64 - 1,
            b"1e-999": 0.0,
            b'"\\ud83d\\ude00 \\u00e4"': "😀 ä",
            b'"\\\\ud800"': "\\ud800",
            '"ä"'.encode(): "ä",
        }.items():
            with self.subTest(data[:20]):
                self.assertEqual(read_json(data), value)


class WritingTests(unittest.TestCase):
    def test_what_json_has_no_form_for_is_an_error_that_says_which_key(self):
        deep = []
        for _ in range(100_000):
            deep = [deep]
        circle = {}
        circle["a"] = circle
        nan, infinity = float("nan"), float("inf")
        for value, error, words in (
            ({"time": 1, "course": nan}, ValueError, "course: nan is no number of JSON: leave out what is not known"),
            ({"a": {"b": [1, {"c": -infinity}]}}, ValueError, "a.b[1].c: -inf is no number"),
            (infinity, ValueError, "inf is no number"),
            ({"label": "\ud800"}, ValueError, "label: the text has half of a surrogate pair"),
            ({"a": {"\udcff": 1}}, ValueError, "a: the key '\\udcff' has half of a surrogate pair"),
            ({"a": [b"x"]}, TypeError, "a[0]: JSON has no form for a value of the type bytes"),
            ({"a": {(1, 2): 3}}, TypeError, "a: the key (1, 2) is no text"),
            ({"a": {1, 2}}, TypeError, "a: JSON has no form for a value of the type set"),
            (deep, ValueError, "nested too deep"),
            (circle, ValueError, "Circular"),
            ({"a": 10**5000}, ValueError, ""),
        ):
            with self.subTest(words), self.assertRaises(error) as caught:
                write_json(value)
            self.assertIn(words, str(caught.exception))

    def test_what_is_written_is_read_again(self):
        for value in {"a": [1, -2.5, None, True, "ä😀"]}, "", 0, [], 2**64 - 1, 1e308:
            self.assertEqual(read_json(write_json(value)), value)
        self.assertEqual(write_json({"a": ["ä", 1.5]}), '{"a":["ä",1.5]}'.encode())
