/** An allowlist that is read from a file and can be replaced at run time. */

import { Allowlist, checkedEnvironment, type Environment } from "./linkpolicy-allowlist-decisions.js";
import { checksumOf } from "./linkpolicy-allowlist-loading.js";

/** `allowlist.json` and its checksum `allowlist.json.sha256`. */
export class AllowlistFile {
  readonly #path: string;
  readonly #environment: Environment;
  readonly #readFile: (path: string) => Uint8Array;
  #current: Allowlist;

  /**
   * @param readFile `readFileSync` of `node:fs`, or what your runtime has
   * @throws AllowlistError, or an error of `readFile`
   */
  constructor(path: string, environment: Environment, readFile: (path: string) => Uint8Array) {
    this.#path = path;
    this.#environment = checkedEnvironment(environment);
    this.#readFile = readFile;
    this.#current = this.#read();
  }

  /** The allowlist that was read last. Take it once for each request. */
  get current(): Allowlist {
    return this.#current;
  }

  /** Reads the file again; throws and keeps the allowlist if that fails. */
  reload(): Allowlist {
    this.#current = this.#read();
    return this.#current;
  }

  #read(): Allowlist {
    const hash = checksumOf(this.#readFile(`${this.#path}.sha256`));
    return Allowlist.load(this.#readFile(this.#path), hash, this.#environment);
  }
}
