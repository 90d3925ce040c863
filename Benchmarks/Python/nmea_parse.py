"""nmea_parse.py pynmea2|pynmeagps FILE: parses every sentence of a file, and says what that took."""

import json
import sys
import time

library, path = sys.argv[1:]
with open(path, "rb") as file:
    lines = file.read().splitlines(keepends=True)

if library == "pynmea2":
    import pynmea2

    texts = [line.decode("ascii") for line in lines]

    def run():
        return sum(pynmea2.parse(text, check=True).sentence_type == "RMC" for text in texts)
else:
    from pynmeagps import NMEAReader

    def run():
        return sum(NMEAReader.parse(line).msgID == "RMC" for line in lines)

start = time.process_time()
sentences = fixes = 0
while time.process_time() - start < 1:
    fixes += run()
    sentences += len(lines)
print(json.dumps({"sentences": sentences, "fixes": fixes, "seconds": time.process_time() - start}))
