"""Serves generated association files over TLS with an installed web server, as a team would configure it.

Arguments: the server (nginx, apache2 or caddy), its program, the directory of the generated files, then the hosts. Prints
one line of JSON, `{"port": N, "ca": FILE}`, and serves until standard input ends.
"""
import json, os, socket, subprocess, sys, time

kind, program, root, hosts = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
work = os.path.join(root, "server")
os.makedirs(work, exist_ok=True)


def openssl(*words): subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=work)


for name in ["ca", "host"]: openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{name}.key")
openssl("req", "-x509", "-new", "-key", "ca.key", "-days", "90", "-subj", "/CN=linkpolicy tests", "-out", "ca.pem")
openssl("req", "-new", "-key", "host.key", "-subj", "/CN=host", "-out", "host.csr")
with open(f"{work}/ext", "w") as file: file.write("subjectAltName=" + ",".join("DNS:" + host for host in hosts))
openssl("x509", "-req", "-in", "host.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "90",
        "-extfile", "ext", "-out", "host.pem")
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]

if kind == "nginx":
    temporary = "".join(f"{each}_temp_path {work}/{each};\n" for each in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    text = f"""daemon off; master_process off; pid {work}/pid; error_log {work}/log;
      events {{}}
      http {{ access_log off; default_type text/html; types {{ text/plain json; }} {temporary}
        server {{ listen 127.0.0.1:{port} ssl; ssl_certificate {work}/host.pem; ssl_certificate_key {work}/host.key;
          set $linkpolicy_root {root}; include {root}/prod/server/nginx.conf;
          location / {{ return 301 https://elsewhere.example$request_uri; }} }} }}"""
    arguments = [program, "-p", work, "-e", f"{work}/log", "-c", f"{work}/conf"]
elif kind == "apache2":
    modules = "/usr/lib/apache2/modules"
    names = ["mpm_event", "authz_core", "alias", "rewrite", "mime", "ssl", "socache_shmcb"]
    loads = "".join(f"LoadModule {name}_module {modules}/mod_{name}.so\n" for name in names)
    text = f"""{loads}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {work}/pid
ErrorLog {work}/log
TypesConfig /dev/null
AddType text/plain .json
<VirtualHost *:{port}>
  SSLEngine on
  SSLCertificateFile {work}/host.pem
  SSLCertificateKeyFile {work}/host.key
  Define LINKPOLICY_ROOT {root}
  Include {root}/prod/server/apache.conf
  RewriteRule "^/(.*)$" "https://elsewhere.example/$1" [R=301,L]
</VirtualHost>
"""
    arguments = [program, "-X", "-d", work, "-f", f"{work}/conf"]
else:
    names = ", ".join(f"https://{host}:{port}" for host in hosts)
    text = f"""{{
  admin off
  auto_https off
  storage file_system {work}
}}
import {root}/prod/server/Caddyfile
{names} {{
  bind 127.0.0.1
  tls {work}/host.pem {work}/host.key
  import linkpolicy_prod
  handle {{
    redir https://elsewhere.example{{uri}}
  }}
}}
"""
    arguments = [program, "run", "--adapter", "caddyfile", "--config", f"{work}/conf"]
with open(f"{work}/conf", "w") as file: file.write(text)
output = open(f"{work}/output", "w")
server = subprocess.Popen(arguments, stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                          env={**os.environ, "LINKPOLICY_ROOT": root, "HOME": work})
try:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            break
        except ConnectionRefusedError: time.sleep(0.05)
        if server.poll() is not None: sys.exit(open(f"{work}/output").read() + open(f"{work}/conf").read())
    print(json.dumps({"port": port, "ca": f"{work}/ca.pem"}), flush=True)
    sys.stdin.read()
finally:
    # Not SIGTERM, which a test runner may have blocked.
    server.kill()
    server.wait(10)
