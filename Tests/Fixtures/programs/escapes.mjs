const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const edges = [0x00, 0x20, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbb, 0xbf, 0xc0, 0xc1,
  0xc2, 0xdf, 0xe0, 0xec, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff];
const all = Array.from({ length: 256 }, (_, byte) => byte);
const prefix = `client_id=google-client-1&redirect_uri=${encodeURIComponent(PROD_URI)}`;
let readable = 0;
function check(...bytes) {
  let expected;
  try { expected = strict.decode(Uint8Array.from(bytes)); } catch { expected = undefined; }
  if (expected !== undefined) readable += 1;
  const escapes = bytes.map((byte) => "%" + byte.toString(16).padStart(2, "0")).join("");
  const decision = a.decideAuthorization(`${prefix}&response_type=code&state=${escapes}`, "prod");
  claim(decision.kind === (expected === undefined ? "local_error" : "allow"));
  claim(expected === undefined || decision.request.state === expected);
}
for (const first of all) check(first);
for (const first of all) for (const second of all) check(first, second);
for (const first of edges) for (const second of edges) for (const third of edges) {
  check(first, second, third);
  for (const fourth of [0x41, 0x7f, 0x80, 0xbf, 0xc0]) check(first, second, third, fourth);
}
claim(readable > 10000);
