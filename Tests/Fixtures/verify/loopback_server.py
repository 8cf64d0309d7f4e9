"""A server on the loopback interface that simulates every host of a run of `verify`, correct ones and broken ones.

Creates a certificate authority for the run. Reads one line of JSON from standard input,
`{"files": {HOST: {PATH: {"status": 200, "type": "application/json", "body": "…", …}}}, "directory": DIR}`,
prints one, `{"port": N, "sentinel": N, "ca": FILE}`, and serves until standard input ends. Then it writes the requests
that it received to DIR/requests.json.

The first label of a host is the name of the function below that responds.
"""
import gzip, http.server, json, os, socket, ssl, subprocess, sys, threading, time

setting = json.loads(sys.stdin.readline())
directory, files = setting["directory"], setting["files"]
requests, sentinel_requests, lock, counts = [], [], threading.Lock(), {}
busy, overlap = {}, []


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=directory)


def authority(name, subject):
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{name}.key")
    openssl("req", "-x509", "-new", "-key", f"{name}.key", "-days", "90", "-subj", f"/CN={subject}", "-out", f"{name}.pem")


def certificate(name, hosts, signer="ca", days="90", extensions=""):
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{name}.key")
    openssl("req", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-out", f"{name}.csr")
    with open(f"{directory}/{name}.ext", "w") as file:
        file.write("subjectAltName=" + ",".join("DNS:" + host for host in hosts) + "\n" + extensions)
    openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{signer}.pem", "-CAkey", f"{signer}.key", "-CAcreateserial",
            "-days", days, "-extfile", f"{name}.ext", "-out", f"{name}.crt")


hosts = sorted(files)
authority("ca", "loopback server")


def selfsigned():
    authority("selfsigned", "selfsigned")
    os.rename(f"{directory}/selfsigned.pem", f"{directory}/selfsigned.crt")


def nochain():
    certificate("middle", ["middle.example"], extensions="basicConstraints=CA:TRUE\n")
    os.rename(f"{directory}/middle.crt", f"{directory}/middle.pem")
    certificate("nochain", hosts, signer="middle")


makers = {
    "good": lambda: certificate("good", hosts),
    "expired": lambda: certificate("expired", hosts, days="-1"),
    "soon": lambda: certificate("soon", hosts, days="5"),
    "wrongname": lambda: certificate("wrongname", ["elsewhere.example"]),
    "selfsigned": selfsigned, "nochain": nochain,
}
# Creates only the certificates that a host uses, because each takes a while.
labels = {"good"} | {host.split(".")[0] for host in hosts}
contexts = {}
for name in [name for name in makers if name in labels]:
    makers[name]()
    contexts[name] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    contexts[name].load_cert_chain(f"{directory}/{name}.crt", f"{directory}/{name}.key")


def choose(connection, name, context):
    connection.context = contexts.get((name or "").split(".")[0], contexts["good"])


contexts["good"].sni_callback = choose


class Sentinel(http.server.BaseHTTPRequestHandler):
    """The target of redirects. It must never receive a request."""
    def do_GET(self):
        sentinel_requests.append(self.path)
        self.send_error(404)

    def log_message(self, *words): pass


sentinel = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Sentinel)
threading.Thread(target=sentinel.serve_forever, daemon=True).start()


class Host(http.server.BaseHTTPRequestHandler):
    # Two small writes must not wait for each other.
    disable_nagle_algorithm = True
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.host = self.headers.get("Host", "").split(":")[0]
        agent = self.headers.get("User-Agent", "")
        with lock:
            requests.append({"host": self.host, "path": self.path, "agent": agent,
                             "cookie": self.headers.get("Cookie"), "authorization": self.headers.get("Authorization")})
            if busy.get(self.host, 0) > 0: overlap.append(self.host)
            busy[self.host] = busy.get(self.host, 0) + 1
            counts[(self.host, self.path)] = counts.get((self.host, self.path), 0) + 1
        try:
            behavior = getattr(self, self.host.split(".")[0].replace("-", "_"), None)
            part = "/o/oauth2" if self.host == "accounts.google.com" else "/authorize" if self.host.startswith("authorize") else "well-known"
            if callable(behavior) and part in self.path:
                behavior(agent)
            else:
                self.serve()
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            self.close_connection = True
        finally:
            with lock: busy[self.host] -= 1

    def file(self):
        return files.get(self.host, {}).get(self.path.split("?")[0])

    def serve(self, kind=None):
        file = self.file()
        if file is None: return self.answer(404, "text/html", b"<html>not found</html>")
        self.answer(file.get("status", 200), kind or file.get("type", "application/json"), file["body"].encode(),
                    file.get("headers", {}))

    def answer(self, status, kind, body, headers={}):
        self.send_response(status)
        if kind: self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Set-Cookie", "secret=cookie")
        for name, value in headers.items(): self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def redirect(self, status, location):
        self.answer(status, "text/html", b"", {"Location": location})

    def moved301(self, agent): self.redirect(301, f"https://127.0.0.1:{sentinel.server_port}/file")
    def moved302(self, agent): self.redirect(302, "/elsewhere")
    def moved307(self, agent): self.redirect(307, "http://169.254.169.254/latest/meta-data/")
    def moved308(self, agent): self.redirect(308, f"http://127.0.0.1:{sentinel.server_port}/\x1b[2J{'x' * 400}")
    def agents(self, agent): self.serve() if agent.startswith("curl/") else self.answer(403, "text/html", b"<html>blocked")
    def nobody(self, agent): self.answer(403, "text/html", b"<html>blocked")
    def missing(self, agent): self.answer(404, "text/html", b"<html>not found")
    def gone(self, agent): self.answer(410, "text/html", b"<html>gone")
    def spa(self, agent): self.answer(200, "text/html", b"<!doctype html><html><div id=app></div>")
    def jsonpage(self, agent): self.answer(200, "application/json", b"\n <!DOCTYPE html><html>")
    def notype(self, agent): self.serve_without_type()
    def plain(self, agent): self.serve("text/plain; charset=utf-8")
    def charset(self, agent): self.serve("Application/JSON; charset=UTF-8")
    def busy429(self, agent): self.answer(429, "text/plain", b"", {"Retry-After": "120"})
    def only429(self, agent): self.answer(429, "text/plain", b"")
    def away(self, agent): self.answer(503, "text/plain", b"", {"Retry-After": "60"})
    def awaydate(self, agent):
        self.answer(503, "text/plain", b"", {"Retry-After": self.date_time_string(time.time() + 900)})

    def later(self, agent): self.answer(503, "text/plain", b"") if counts[(self.host, self.path)] == 1 else self.serve()
    def eventually(self, agent): self.answer(404, "text/plain", b"") if counts[(self.host, self.path)] < 3 else self.serve()
    def down(self, agent): self.answer(503, "text/plain", b"")
    def before(self, agent): self.answer(503, "text/plain", b"", {"Retry-After": "-5"})
    def never(self, agent): self.answer(503, "text/plain", b"", {"Retry-After": "9" * 40})
    def nan(self, agent): self.answer(503, "text/plain", b"", {"Retry-After": "nan"})
    def wildclock(self, agent): self.serve_at("Sun, 22 Nov 2026 9223372036854775807:00:00 GMT")

    def serve_at(self, date):
        body = self.file()["body"].encode()
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: %s\r\nContent-Length: %d\r\n\r\n"
                         % (date.encode(), len(body)) + body)

    def auth401(self, agent): self.answer(401, "text/plain", b"", {"WWW-Authenticate": "Basic realm=x"})

    def serve_without_type(self):
        body = self.file()["body"].encode()
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    def bomb(self, agent):
        body = gzip.compress(b"\0" * (64 << 20))
        self.answer(200, "application/json", body, {"Content-Encoding": "gzip"})

    def endless(self, agent):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n")
        while True: self.wfile.write(b" " * 65536)

    def chunked(self, agent):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(40): self.wfile.write(b"10000\r\n" + b" " * 65536 + b"\r\n")
        self.wfile.write(b"0\r\n\r\n")

    def long(self, agent): self.answer(200, "application/json", b" " * (131_073) + self.file()["body"].encode())
    def slowheader(self, agent): self.drip(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX: ")
    def slowbody(self, agent): self.drip(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n")

    def drip(self, start):
        self.wfile.write(start)
        for _ in range(30):
            self.wfile.write(b"x")
            self.wfile.flush()
            time.sleep(0.3)

    def reset(self, agent):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.connection.close()
        self.close_connection = True

    def short(self, agent):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n[]")
        self.close_connection = True

    def newlines(self, agent):
        body = self.file()["body"].encode()
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\x1b[31m\x07`|<b>\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    def bighead(self, agent):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
        for index in range(1024): self.wfile.write(b"X-%d: %s\r\n" % (index, b"y" * 1000))
        self.wfile.write(b"Content-Length: 2\r\n\r\n[]")

    def head(self, lines):
        body = self.file()["body"].encode()
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + lines
                         + b"Content-Length: %d\r\n\r\n" % len(body) + body)

    # 60,000 bytes are below the limit, but in JSON they are more than 256 KiB.
    def controlhead(self, agent): self.head(b"X: " + b"\1" * 60_000 + b"\r\n")
    def manyheads(self, agent): self.head(b"".join(b"a%d:\r\n" % index for index in range(7_000)))
    def widehead(self, agent): self.head(b"".join(b"X-%d: %s\r\n" % (index, b"y" * 1000) for index in range(100)))
    def longhead(self, agent): self.head(b"X: " + b"y" * 150_000 + b"\r\n")

    def http10(self, agent):
        body = self.file()["body"].encode()
        self.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n" + body)
        self.close_connection = True

    # Authorization endpoints with different behavior.

    def query(self):
        from urllib.parse import parse_qs, urlsplit
        return {key: values[0] for key, values in parse_qs(urlsplit(self.path).query).items()}

    def back(self, error="login_required"):
        query = self.query()
        mark = "&" if "?" in query["redirect_uri"] else "?"
        self.redirect(302, f"{query['redirect_uri']}{mark}error={error}&state={query['state']}")

    def accounts(self, agent):
        """Google's endpoint: redirects to its error page, its sign-in page, or the redirect URI."""
        import base64
        query = self.query()
        words = base64.urlsafe_b64encode(b"\n\x15redirect_uri_mismatch\x12\x30You can't sign in").decode()
        if query["client_id"].startswith("2"):
            words = base64.b64encode(b"\n\x0einvalid_client\x12\x1fThe OAuth client was not found").decode()
        elif query["redirect_uri"] in setting["registered"]:
            return self.back("interaction_required")
        elif "/signin" in query["redirect_uri"]: return self.redirect(302, "/v3/signin/identifier?flowName=x")
        elif "/page" in query["redirect_uri"]: return self.answer(200, "text/html", b"<html>Sign in")
        from urllib.parse import quote
        self.redirect(302, f"https://{self.host}/signin/oauth/error?authError={quote(words)}&client_id=x")

    def authorize_exact(self, agent):
        query = self.query()
        if query["redirect_uri"] not in setting["registered"]: return self.answer(400, "text/html", b"<html>Invalid redirect")
        if query["response_type"] != "code": return self.back("unsupported_response_type")
        if "code_challenge" not in query: return self.back("invalid_request")
        self.back()

    def authorize_prefix(self, agent):
        if not any(self.query()["redirect_uri"].startswith(uri) for uri in setting["registered"]):
            return self.answer(400, "text/html", b"<html>Invalid redirect")
        self.back()

    def authorize_login(self, agent):
        """Ignores prompt=none and shows a login page."""
        if self.query()["redirect_uri"] not in setting["registered"]: return self.answer(400, "text/html", b"<html>Error")
        self.answer(200, "text/html", b"<html>Sign in")

    def authorize_open(self, agent): self.back()
    def authorize_busy(self, agent): self.answer(429, "text/html", b"", {"Retry-After": "9"})
    def authorize_none(self, agent): self.answer(400, "text/html", b"<html>unknown client")

    def log_message(self, *words): pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def get_request(self):
        connection, address = self.socket.accept()
        # The handshake runs on the connection's thread.
        return contexts["good"].wrap_socket(connection, server_side=True, do_handshake_on_connect=False), address

    def handle_error(self, request, address): pass


server = Server(("127.0.0.1", 0), Host)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps({"port": server.server_port, "sentinel": sentinel.server_port, "ca": f"{directory}/ca.pem"}), flush=True)
sys.stdin.read()
with open(f"{directory}/requests.json", "w") as file:
    json.dump({"requests": requests, "sentinel": sentinel_requests, "overlap": overlap}, file)
