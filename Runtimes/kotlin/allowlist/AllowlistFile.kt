package linkpolicy.generated

import java.io.File
import java.io.IOException

/**
 * An `allowlist.json` on disk, which a server reloads without a restart. Its SHA-256 is in a file
 * with the same name and `.sha256` at the end, as `sha256sum` writes it. Safe for use by all
 * threads.
 *
 * @throws AllowlistException if a file can't be read or anything about it is unexpected.
 */
class AllowlistFile(private val file: File, private val environment: Environment) {
    /** The allowlist that was loaded last. */
    @Volatile
    var current: Allowlist = read()
        private set

    /**
     * Loads the file again.
     *
     * @throws AllowlistException if a file can't be read or anything about it is unexpected;
     *     [current] stays as it was.
     */
    @Synchronized
    fun reload() {
        current = read()
    }

    private fun read(): Allowlist {
        val checksum: String
        val json: ByteArray
        try {
            checksum = File(file.path + ".sha256").readText()
            json = file.readBytes()
        } catch (unreadable: IOException) {
            throw AllowlistException("the allowlist or its checksum can't be read", unreadable)
        }
        val sha256 = checksum.takeWhile { hexDigit(it) >= 0 }
        if (sha256.length != 64 || checksum.getOrElse(64) { ' ' } !in " \t\r\n") {
            throw AllowlistException("the checksum file doesn't start with 64 hex digits")
        }
        return Allowlist.load(json, sha256, environment)
    }
}
