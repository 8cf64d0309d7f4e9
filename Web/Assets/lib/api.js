// @ts-check
// Requests to the page's server. Stores the token only for this tab.

const key = "linkpolicy-token";
let token = sessionStorage.getItem(key) ?? "";

export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} message */
  constructor(status, code, message) { super(message); this.status = status; this.code = code; }
}

export const hasToken = () => token !== "";

/** @param {string} value */
export function setToken(value) {
  token = value;
  if (value) sessionStorage.setItem(key, value); else sessionStorage.removeItem(key);
}

/**
 * @param {string} path below `/api/` @param {any} [body] @param {{method?: string, headers?: Record<string, string>, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function api(path, body, options = {}) {
  /** @type {Record<string, string>} */
  const headers = { authorization: `Bearer ${token}`, ...options.headers };
  if (body !== undefined && !headers["content-type"]) headers["content-type"] = "application/json";
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(`/api/${path}`, {
      method: options.method ?? (body === undefined ? "GET" : "POST"), headers, signal: options.signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    // Retries if the server is busy, but not if the request took too long.
    if (response.status === 503 && attempt < 3 && !text.includes('"late"')) {
      await new Promise((resolve) => setTimeout(resolve, 300 * (attempt + 1)));
      continue;
    }
    if (response.ok) return response.headers.get("content-type") === "application/json" ? JSON.parse(text) : text;
    throw problem(response.status, text);
  }
}

/** A drawing, parsed by the browser as a separate SVG document. @param {string} path @param {any} body @returns {Promise<Element>} */
const picture = (path, body, attempt = 0) => new Promise((resolve, reject) => {
  // `fetch` can't parse XML.
  const request = new XMLHttpRequest();
  request.open("POST", `/api/${path}`);
  request.setRequestHeader("authorization", `Bearer ${token}`);
  request.setRequestHeader("content-type", "application/json");
  request.onload = () => {
    const root = request.responseXML?.documentElement;
    if (request.status === 503 && attempt < 3 && !request.responseText.includes('"late"')) setTimeout(() => picture(path, body, attempt + 1).then(resolve, reject), 300 * (attempt + 1));
    else if (request.status === 200 && root) resolve(root);
    else reject(problem(request.status, request.responseText));
  };
  request.onerror = () => reject(problem(0, ""));
  request.send(JSON.stringify(body));
});

/** The error in a response. @param {number} status @param {string} text */
function problem(status, text) {
  let error = { code: "failed", message: status ? `the server returned status ${status}` : "the server cannot be reached" };
  try { error = JSON.parse(text).error; } catch { /* no JSON */ }
  return new ApiError(status, error.code, error.message);
}

/**
 * Uploads a log. The server reads the body as it processes it, so the upload's progress is the replay's progress.
 * Resolves to the events in the response, or to null if the upload was cancelled.
 * @param {string} path @param {Blob} log @param {AbortSignal} signal @param {(bytes: number) => void} onProgress
 * @returns {Promise<string | null>}
 */
export const upload = (path, log, signal, onProgress) => new Promise((resolve, reject) => {
  // `fetch` doesn't report upload progress.
  const request = new XMLHttpRequest();
  request.open("POST", `/api/${path}`);
  request.setRequestHeader("authorization", `Bearer ${token}`);
  request.setRequestHeader("content-type", "application/x-ndjson");
  request.upload.onprogress = (event) => onProgress(event.loaded);
  request.onload = () => request.status === 200 ? resolve(request.responseText) : reject(problem(request.status, request.responseText));
  request.onerror = () => reject(problem(0, ""));
  request.onabort = () => resolve(null);
  signal.addEventListener("abort", () => request.abort());
  request.send(log);
});

/** Exchanges the code of `--open` for the token. @param {string} code */
export async function redeem(code) {
  const response = await fetch("/api/session", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code }) });
  if (response.ok) setToken((await response.json()).token);
}

/** Calls a function for each server event, and reconnects, until the token is invalid. @param {(name: string) => void} on */
export async function listen(on) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const response = await fetch("/api/events", { headers: { authorization: `Bearer ${token}` } });
      if (response.status === 401) return on("token");
      if (response.ok && response.body) {
        wait = 500;
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = "";
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          rest += value;
          const parts = rest.split("\n\n");
          rest = parts.pop() ?? "";
          for (const part of parts) { const name = part.match(/^event: (\w+)/)?.[1]; if (name) on(name); }
        }
      }
    } catch { /* disconnected: reconnects below */ }
    on("gone");
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Cached responses, until the workspace changes. @type {Map<string, Promise<any>>} */
const kept = new Map();

/** @param {string} path @param {any} [body] */
export function cached(path, body) {
  const name = path + (body === undefined ? "" : JSON.stringify(body));
  let answer = kept.get(name);
  if (!answer) { answer = api(path, body); kept.set(name, answer); answer.catch(() => kept.delete(name)); }
  return answer;
}

export const forget = () => kept.clear();

/** At most two drawings load at once, because other requests would wait for more. */
const turns = [Promise.resolve(), Promise.resolve()];

/** A drawing; null if it is no longer wanted when its turn comes. @param {string} path @param {any} body @param {() => boolean} isWanted @returns {Promise<Element | null>} */
export function cachedPicture(path, body, isWanted) {
  const name = `picture ${path} ${JSON.stringify(body)}`;
  const known = kept.get(name);
  if (known) return known;
  const last = /** @type {Promise<void>} */ (turns.shift());
  const drawn = last.then(() => {
    if (!isWanted()) return null;
    const answer = kept.get(name) ?? picture(path, body);
    kept.set(name, answer);
    answer.catch(() => kept.delete(name));
    return answer;
  });
  turns.push(drawn.then(() => {}, () => {}));
  return drawn;
}

/** The text of a workspace file; empty if the workspace doesn't have the file. @param {string} path @returns {Promise<string>} */
export async function fileText(path) {
  const file = (await cached("files")).files.find((f) => f.path === path);
  return file ? (await cached(`files/${file.id}`)).text : "";
}
