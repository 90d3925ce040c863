"""Runs a program in a terminal of its own, types Ctrl-C once it shows something, and says how it leaves the terminal.

usage: terminal.py TEXT PROGRAM [ARGUMENT ...]
"""
import fcntl, json, os, pty, select, signal, struct, subprocess, sys, termios

master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
before = termios.tcgetattr(slave)


def take():
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


child = subprocess.Popen(sys.argv[2:], stdin=slave, stdout=slave, stderr=slave, preexec_fn=take)
signal.signal(signal.SIGTERM, lambda *_: child.terminate())
said, typed = b"", False
while True:
    running = child.poll() is None
    if select.select([master], [], [], 0.1 if running else 0)[0]:
        said += os.read(master, 65536)
    elif not running:
        break
    if not typed and sys.argv[1].encode() in said:
        os.write(master, b"\x03")
        typed = True
after = said.rpartition(b"\x1b[?1049h")[2]
print(json.dumps({
    "status": child.returncode,
    "entered": b"\x1b[?1049h" in said,
    "left": b"\x1b[?1049l" in after,
    "cursor": said.rfind(b"\x1b[?25h") > said.rfind(b"\x1b[?25l"),
    "settings": termios.tcgetattr(slave) == before,
    "end": said[-400:].decode(errors="replace"),
}))
