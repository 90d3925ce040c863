"""Runs a program in a terminal of its own, types keys once it shows something, and says what it showed then.

usage: screen.py STEPS PROGRAM [ARGUMENT ...]
STEPS is a JSON list of [TEXT, KEYS]: when TEXT is on the screen, KEYS are typed; "\\u0003" is Ctrl-C. Prints the screens as
they were when the keys were typed, how the program ended, and how it left the terminal.
"""
import fcntl, json, os, pty, re, select, signal, struct, subprocess, sys, termios

ROWS, COLUMNS = 40, 120
steps = json.loads(sys.argv[1])
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
before = termios.tcgetattr(slave)


def take():
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def shown(said):
    """The lines of the screen, from the few sequences that the program sends."""
    lines, row = [""] * ROWS, 0
    for sequence, text in re.findall(r"(\x1b\[[?0-9;]*[A-Za-z])|([^\x1b]+)", said):
        if move := re.fullmatch(r"\x1b\[(\d+);1H", sequence):
            row = int(move[1]) - 1
        elif sequence == "\x1b[2K":
            lines[row] = ""
        elif sequence == "\x1b[2J":
            lines = [""] * ROWS
        lines[row] += text
    return lines


child = subprocess.Popen(sys.argv[2:], stdin=slave, stdout=slave, stderr=slave, preexec_fn=take)
signal.signal(signal.SIGTERM, lambda *_: child.terminate())
said, screens = b"", []
while True:
    running = child.poll() is None
    if select.select([master], [], [], 0.1 if running else 0)[0]:
        said += os.read(master, 65536)
    elif not running:
        break
    if len(screens) < len(steps):
        text, keys = steps[len(screens)]
        lines = shown(said.decode(errors="replace"))
        if any(text in line for line in lines):
            screens.append([line.rstrip() for line in lines])
            os.write(master, keys.encode())
text = said.decode(errors="replace")
print(json.dumps({
    "status": child.returncode,
    "screens": screens,
    "widest": max((len(line) for screen in screens for line in screen), default=0),
    "left": "\x1b[?1049l" in text.rpartition("\x1b[?1049h")[2],
    "cursor": text.rfind("\x1b[?25h") > text.rfind("\x1b[?25l"),
    "settings": termios.tcgetattr(slave) == before,
    "end": text[-400:],
}))
