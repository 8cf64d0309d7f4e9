import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { sha256 } from "../build/code/typescript/linkpolicy-allowlist-crypto.js";
import * as a from "../build/code/typescript/linkpolicy-allowlist.js";

const bytes = readFileSync(new URL("allowlist.json", import.meta.url));
const hash = (data) => createHash("sha256").update(data).digest("hex");

function refused(data, digest = hash(data)) {
  let message = "";
  assert.throws(
    () => a.Allowlist.load(data, digest, "prod"),
    (error) => {
      message = error.message;
      return error instanceof a.AllowlistError;
    },
  );
  return message;
}

function changed(path, value) {
  const document = JSON.parse(bytes);
  const last = path[path.length - 1];
  path.slice(0, -1).reduce((inner, step) => inner[step], document)[last] = value;
  return Buffer.from(JSON.stringify(document));
}

test("the hash is SHA-256 for every length", () => {
  for (let length = 0; length < 200; length += 1) {
    const data = Buffer.from(Array.from({ length }, (_, index) => (index * 7) & 0xff));
    assert.equal(Buffer.from(sha256(data)).toString("hex"), hash(data));
  }
});

test("a complete file is loaded", () => {
  const list = a.Allowlist.load(bytes, hash(bytes).toUpperCase(), "prod");
  assert.deepEqual(list.clients.map(({ key }) => key), ["google-home", "portal"]);
  assert.ok(list.client("portal-prod").isPublic && list.client("portal-prod").requiresPkce);
  assert.equal(list.client("google-prod").provider, "google-account-linking");
  assert.equal(a.Allowlist.load(bytes, hash(bytes), "sandbox").clients.length, 0);
  assert.throws(() => a.Allowlist.load(bytes, hash(bytes), "Prod"), RangeError);
});

test("the hash is checked", () => {
  assert.match(refused(bytes, "0".repeat(64)), /does not match/);
  assert.match(refused(Buffer.concat([bytes, Buffer.from("\n")]), hash(bytes)), /does not match/);
  for (const digest of ["", "x".repeat(64), "0".repeat(63), 1, [hash(bytes)]]) {
    assert.match(refused(bytes, digest), /64 hex digits/);
  }
  for (const data of [bytes.toString(), [...bytes], null]) {
    assert.throws(() => a.Allowlist.load(data, hash(bytes), "prod"), a.AllowlistError);
  }
});

test("every key is required, and no other is allowed", () => {
  function paths(value, path = []) {
    if (typeof value !== "object" || value === null) return [];
    const inner = Object.entries(value).flatMap(([key, each]) => paths(each, [...path, key]));
    return Array.isArray(value) ? inner : [path, ...inner];
  }
  const all = paths(JSON.parse(bytes));
  assert.ok(all.length > 8);
  for (const path of all) {
    const document = JSON.parse(bytes);
    const inner = path.reduce((each, step) => each[step], document);
    const message = () => refused(Buffer.from(JSON.stringify(document)));
    for (const key of Object.keys(inner)) {
      const value = inner[key];
      delete inner[key];
      assert.ok(message().includes(`missing key "${key}"`));
      // No value may be of another type.
      for (const wrong of [7.5, { x: 1 }, [[]]]) {
        inner[key] = wrong;
        message();
      }
      inner[key] = value;
    }
    inner["extra"] = 1;
    assert.ok(message().includes('unknown key "extra"'));
  }
});

test("other values are refused", () => {
  const client = ["environments", "prod", "clients", 0];
  for (const data of [
    changed(["schemaVersion"], 2),
    changed(["schemaVersion"], "1"),
    changed([...client, "state"], "maybe"),
    changed([...client, "public"], true),
    changed([...client, "client_id"], "\ud800"),
    changed([...client, "client_id"], null),
    changed([...client, "redirect_uris"], "https://app.example/"),
    changed([...client, "omit_redirect_uri"], 0),
    Buffer.from(""),
    Buffer.from("null"),
    bytes.subarray(0, -3),
    Buffer.concat([bytes, Buffer.from("x")]),
    Buffer.from(bytes.toString(), "utf16le"),
    Buffer.from(bytes.toString("latin1").replace("google-prod", "google-\xff"), "latin1"),
    Buffer.from("[".repeat(100_000)),
  ]) {
    refused(data);
  }
});

test("a file is replaced whole or not", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "lp-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "allowlist.json");
  const write = (data) => {
    writeFileSync(path, data);
    writeFileSync(`${path}.sha256`, `${hash(data)}  allowlist.json\n`);
  };
  assert.throws(() => new a.AllowlistFile(path, "prod", readFileSync));
  write(bytes);
  const file = new a.AllowlistFile(path, "prod", readFileSync);
  const first = file.current;
  writeFileSync(path, Buffer.concat([bytes, Buffer.from(" ")]));
  assert.throws(() => file.reload(), a.AllowlistError);
  for (const line of ["", "\n", "0".repeat(63), "0".repeat(65), `x${"0".repeat(63)}`]) {
    writeFileSync(`${path}.sha256`, line);
    assert.throws(() => file.reload(), a.AllowlistError);
  }
  assert.equal(file.current, first);
  write(Buffer.from(bytes.toString().replace("portal-prod", "portal-next")));
  assert.equal(file.reload(), file.current);
  assert.ok(file.current.client("portal-next") !== undefined);
  assert.equal(first.client("portal-next"), undefined);
});
