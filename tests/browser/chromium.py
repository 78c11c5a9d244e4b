# SPDX-License-Identifier: Apache-2.0
"""A page in headless Chromium, driven through its debugging pipe: no library is needed but Python's own."""
import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

FLAGS = ["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--no-first-run", "--disable-gpu-sandbox", "--use-gl=angle",
         "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars", "--force-device-scale-factor=1",
         "--disable-background-networking", "--disable-extensions"]


class Page:
    """One page. What it logs as an error, throws or fetches is kept."""

    def __init__(self, wide=1280, high=900):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        assert program, "Chromium is not installed (tools/setup --browser)"
        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_it, self.write_end = os.pipe()
        self.read_end, from_it = os.pipe()

        def hand_over():  # the program reads descriptor 3 and writes descriptor 4
            kept = os.dup(to_it), os.dup(from_it)
            os.dup2(kept[0], 3)
            os.dup2(kept[1], 4)

        self.process = subprocess.Popen([program, *FLAGS, f"--window-size={wide},{high}", f"--user-data-dir={self.home.name}"],
                                        preexec_fn=hand_over, close_fds=False, start_new_session=True,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_it)
        os.close(from_it)
        self.number, self.unread, self.session = 0, b"", None
        self.errors, self.fetched, self.events = [], [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Log", "Page", "Network"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGKILL)  # with its children
        self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        self.home.cleanup()

    def call(self, method, limit_s=120, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + limit_s
        while True:
            answer = self.next_message(deadline, method)
            if answer.get("id") == self.number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.note(answer)

    def next_message(self, deadline, what):
        while b"\0" not in self.unread:
            ready, _, _ = select.select([self.read_end], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"{what}: Chromium does not answer"
            more = os.read(self.read_end, 1 << 20)
            assert more, f"{what}: Chromium has ended"
            self.unread += more
        text, self.unread = self.unread.split(b"\0", 1)
        return json.loads(text)

    def note(self, event):
        kind, values = event.get("method"), event.get("params", {})
        self.events.append(kind)
        if kind == "Runtime.exceptionThrown":
            self.errors.append(values["exceptionDetails"].get("exception", {}).get("description") or values["exceptionDetails"]["text"])
        if kind == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(a.get("value", a.get("description"))) for a in values["args"]))
        if kind == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.errors.append(values["entry"]["text"])
        if kind == "Network.requestWillBeSent":
            self.fetched.append(values["request"]["url"][:200])

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + 120
        while "Page.loadEventFired" not in self.events:
            self.note(self.next_message(deadline, url))

    def run(self, script, limit_s=120):
        """The value of an expression; a promise is waited for."""
        done = self.call("Runtime.evaluate", limit_s, expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def picture(self):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def dark(self, wanted):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if wanted else "light"}])

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"])
