# Starts a server with both environments, as a team would include the files, asks, and ends it.
import base64, http.client, json, os, socket, subprocess, sys, time
nginx, root, hosts = sys.argv[1], sys.argv[2], sys.argv[3:]
def port():
  with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    return free.getsockname()[1]
ports = {"prod": port(), "sandbox": port()}
servers = "".join(f"""
  server {{
    listen 127.0.0.1:{ports[environment]};
    set $linkpolicy_root {root};
    include {root}/{environment}/server/nginx.conf;
    location / {{ return 301 https://elsewhere.example$request_uri; }}
  }}""" for environment in ports)
temporary = "".join(
  f"{kind}_temp_path {root}/{kind};\n" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
with open("nginx.conf", "w") as file:
  file.write(f"""
    daemon off; master_process off; pid {root}/nginx.pid; error_log {root}/error.log;
    events {{}}
    http {{
      access_log off; charset utf-8; default_type text/html;
      types {{ text/plain json; }}
      {temporary}{servers}
    }}""")
arguments = [nginx, "-p", root, "-c", root + "/nginx.conf", "-e", root + "/error.log"]
test = subprocess.run(arguments + ["-t"], capture_output=True, text=True)
assert test.returncode == 0 and "[warn]" not in test.stderr, test.stderr
server = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
answers = []
try:
  for environment in ports:
    for attempt in range(100):
      try:
        socket.create_connection(("127.0.0.1", ports[environment]), timeout=5).close()
        break
      except ConnectionRefusedError: time.sleep(0.05)
    for host in hosts:
      for path in ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json", "/elsewhere"]:
        connection = http.client.HTTPConnection("127.0.0.1", ports[environment], timeout=10)
        connection.request("GET", path, headers={"Host": host})
        answer = connection.getresponse()
        answers.append({
          "environment": environment, "host": host, "path": path, "status": answer.status,
          "headers": {key.lower(): value for key, value in answer.getheaders()},
          "body": base64.b64encode(answer.read()).decode()})
        connection.close()
finally:
  # Not SIGTERM, which a test runner may have blocked; there are no workers to outlive it.
  server.kill()
  server.wait(10)
print(json.dumps(answers))
