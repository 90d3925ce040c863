"""Runs a program in a terminal of its own, suspends it again and again, and says how it leaves the terminal each time.

usage: suspend.py TEXT TIMES PROGRAM [ARGUMENT ...]
"""
import fcntl, json, os, pty, select, signal, struct, subprocess, sys, termios

master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
before = termios.tcgetattr(slave)
said = b""


def take():
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def read(seconds):
    global said
    if not select.select([master], [], [], seconds)[0]:
        return False
    said += os.read(master, 65536)
    return True


child = subprocess.Popen(sys.argv[3:], stdin=slave, stdout=slave, stderr=slave, preexec_fn=take)
signal.signal(signal.SIGTERM, lambda *_: child.kill())
while sys.argv[1].encode() not in said:
    read(0.1)
restored = 0
for _ in range(int(sys.argv[2])):
    child.send_signal(signal.SIGTSTP)
    while os.waitid(os.P_PID, child.pid, os.WSTOPPED | os.WNOHANG) is None:
        read(0.01)
    while read(0):
        pass
    left = b"\x1b[?1049l" in said.rpartition(b"\x1b[?1049h")[2]
    if not left or termios.tcgetattr(slave) != before:
        # It has taken the terminal again already, and will not do so after SIGCONT.
        child.kill()
        break
    restored += 1
    said = b""
    child.send_signal(signal.SIGCONT)
    while b"\x1b[?1049h" not in said or sys.argv[1].encode() not in said:
        read(0.1)
else:
    os.write(master, b"\x03")
while child.poll() is None:
    read(0.1)
print(json.dumps({"restored": restored, "status": child.returncode}))
