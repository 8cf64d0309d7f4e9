extension TableReaders {
  /// `cpp/linkpolicy_table.hpp`.
  static func cpp(_ header: GeneratedHeader) -> Code<CppLanguage> {
    #"""
    // \#(header)
    //
    // Reads tables of redirect URIs that `linkpolicy generate --target table` writes: C++17, one header.
    //
    //   linkpolicy::ReloadingTable table("prod.lpt", linkpolicy::TableEnvironment::prod);
    //   if (table.is_redirect_uri_allowed(client_id, redirect_uri)) …
    //   table.reload_if_changed();  // now and then, from any thread
    //
    // Texts are compared by their bytes; nothing is trimmed, folded, normalised or decoded. The file is
    // mapped into memory. Replace it by renaming another over it, as linkpolicy does; a file that is
    // cut while it is mapped ends the program.
    #ifndef LINKPOLICY_TABLE_HPP
    #define LINKPOLICY_TABLE_HPP

    #include <algorithm>
    #include <array>
    #include <atomic>
    #include <cstddef>
    #include <cstdint>
    #include <cstring>
    #include <fstream>
    #include <iterator>
    #include <memory>
    #include <mutex>
    #include <stdexcept>
    #include <string>
    #include <string_view>
    #include <utility>
    #include <vector>

    #if defined(__unix__) || defined(__APPLE__)
    #define LINKPOLICY_TABLE_MAPS 1
    #include <fcntl.h>
    #include <sys/mman.h>
    #include <unistd.h>
    #else
    #define LINKPOLICY_TABLE_MAPS 0
    #endif
    #include <sys/stat.h>
    #include <sys/types.h>

    namespace linkpolicy {

    /// The environment that a table is for.
    enum class TableEnvironment : std::uint32_t { prod = 0, sandbox = 1 };

    /// A table that cannot be read, or is damaged.
    class TableError : public std::runtime_error {
     public:
      using std::runtime_error::runtime_error;
    };

    namespace table_detail {

    constexpr std::uint64_t k1 = 0x9E3779B97F4A7C15U;
    constexpr std::uint64_t k2 = 0xD6E8FEB86659FD93U;
    constexpr std::uint64_t k3 = 0xA0761D6478BD642FU;

    /// A number of `count` bytes, the lowest first, on every machine.
    inline std::uint64_t number(const unsigned char* bytes, std::size_t count) {
      std::uint64_t value = 0;
      for (std::size_t index = 0; index < count; ++index) {
        value |= static_cast<std::uint64_t>(bytes[index]) << (8 * index);
      }
      return value;
    }

    inline std::uint16_t u16(const unsigned char* bytes) {
      return static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8);
    }
    inline std::uint32_t u32(const unsigned char* bytes) {
      return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8 |
             static_cast<std::uint32_t>(bytes[2]) << 16 | static_cast<std::uint32_t>(bytes[3]) << 24;
    }
    inline std::uint64_t u64(const unsigned char* bytes) {
      return static_cast<std::uint64_t>(u32(bytes)) | static_cast<std::uint64_t>(u32(bytes + 4)) << 32;
    }

    inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
      hash = (hash ^ word) * k1;
      return hash ^ hash >> 32;
    }

    inline std::uint64_t mixed(std::uint64_t hash, std::string_view text) {
      const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
      std::size_t place = 0;
      for (; text.size() - place >= 8; place += 8) hash = mixed(hash, u64(bytes + place));
      if (place < text.size()) hash = mixed(hash, number(bytes + place, text.size() - place));
      return hash;
    }

    /// The hash of a pair.
    inline std::uint64_t hash(std::uint64_t seed, std::string_view id, std::string_view uri) {
      std::uint64_t hash = mixed(seed, static_cast<std::uint64_t>(id.size()) << 32 ^ uri.size());
      hash = mixed(mixed(hash, id), uri);
      hash = (hash ^ hash >> 29) * k2;
      return hash ^ hash >> 32;
    }

    /// CRC-32 (ISO-HDLC, as zlib has it), eight bytes at a time.
    inline std::uint32_t crc32(const unsigned char* bytes, std::size_t count) {
      static const auto tables = [] {
        std::array<std::array<std::uint32_t, 256>, 8> made{};
        for (std::uint32_t byte = 0; byte < 256; ++byte) {
          std::uint32_t value = byte;
          for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1U ? 0xEDB88320U : 0U);
          made[0][byte] = value;
        }
        for (std::size_t row = 1; row < 8; ++row) {
          for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t value = made[row - 1][byte];
            made[row][byte] = value >> 8 ^ made[0][value & 0xFFU];
          }
        }
        return made;
      }();
      std::uint32_t crc = 0xFFFFFFFFU;
      for (; count >= 8; bytes += 8, count -= 8) {
        const std::uint32_t low = crc ^ u32(bytes);
        const std::uint32_t high = u32(bytes + 4);
        crc = tables[7][low & 0xFFU] ^ tables[6][low >> 8 & 0xFFU] ^ tables[5][low >> 16 & 0xFFU] ^
              tables[4][low >> 24] ^ tables[3][high & 0xFFU] ^ tables[2][high >> 8 & 0xFFU] ^
              tables[1][high >> 16 & 0xFFU] ^ tables[0][high >> 24];
      }
      for (; count > 0; ++bytes, --count) crc = crc >> 8 ^ tables[0][(crc ^ *bytes) & 0xFFU];
      return ~crc;
    }

    /// The bytes of a file: mapped where the system can, else read.
    class Bytes {
     public:
      explicit Bytes(const std::string& path) {
    #if LINKPOLICY_TABLE_MAPS
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0) throw TableError(path + ": cannot be opened");
        struct stat status = {};
        if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
          ::close(file);
          throw TableError(path + ": is no file");
        }
        size_ = static_cast<std::size_t>(status.st_size);
        if (size_ > 0) {
          map_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
        }
        ::close(file);
        if (map_ == MAP_FAILED) {
          map_ = nullptr;
          throw TableError(path + ": cannot be mapped");
        }
        data_ = static_cast<const unsigned char*>(map_);
    #else
        std::ifstream stream(path, std::ios::binary);
        if (!stream) throw TableError(path + ": cannot be opened");
        copy_.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
        size_ = copy_.size();
        data_ = reinterpret_cast<const unsigned char*>(copy_.data());
    #endif
      }
      ~Bytes() {
    #if LINKPOLICY_TABLE_MAPS
        if (map_ != nullptr) ::munmap(map_, size_);
    #endif
      }
      Bytes(const Bytes&) = delete;
      Bytes& operator=(const Bytes&) = delete;

      const unsigned char* data() const { return data_; }
      std::size_t size() const { return size_; }

     private:
      const unsigned char* data_ = nullptr;
      std::size_t size_ = 0;
    #if LINKPOLICY_TABLE_MAPS
      void* map_ = nullptr;
    #else
      std::string copy_;
    #endif
    };

    /// The part of a redirect URI before the port and the part behind it, where RFC 8252 section 7.3 lets the
    /// port be any; else empty texts.
    inline std::pair<std::string_view, std::string_view> without_port(std::string_view uri) {
      for (const std::string_view origin : {std::string_view("http://127.0.0.1"),
                                            std::string_view("http://[::1]")}) {
        if (uri.substr(0, origin.size()) != origin || uri.size() <= origin.size() ||
            uri[origin.size()] != ':') {
          continue;
        }
        const std::size_t start = origin.size() + 1;
        std::size_t end = start;
        unsigned port = 0;
        while (end < uri.size() && uri[end] >= '0' && uri[end] <= '9' && end - start < 6) {
          port = port * 10 + static_cast<unsigned>(uri[end++] - '0');
        }
        if (end == start || end - start > 5 || uri[start] == '0' || port > 65535) return {};
        if (end == uri.size() || (uri[end] != '/' && uri[end] != '?')) return {};
        return {origin, uri.substr(end)};
      }
      return {};
    }

    }  // namespace table_detail

    /// A table of redirect URIs; it never changes. Safe to use from many threads.
    class Table {
     public:
      /// Opens a table. Header and checksums are looked at; every block of 4 KiB is held against its
      /// checksum when it is first read, so that nothing is read that is not needed.
      ///
      /// Throws `TableError`.
      Table(const std::string& path, TableEnvironment environment) : bytes_(path), path_(path) {
        using namespace table_detail;
        static const unsigned char magic[] = {0x89, 'L', 'P', 'T', '\r', '\n', 0x1A, '\n'};
        const unsigned char* const data = bytes_.data();
        const std::size_t size = bytes_.size();
        if (size < sizeof(magic) || std::memcmp(data, magic, sizeof(magic)) != 0) {
          throw TableError(path + ": is no table of linkpolicy");
        }
        if (size < header_length) throw TableError(path + ": is cut off");
        if (u32(data + 8) != 1) {
          throw TableError(path + ": has version " + std::to_string(u32(data + 8)) + ", not 1");
        }
        if (crc32(data, 92) != u32(data + 92)) throw TableError(path + ": the header is damaged");
        if (u64(data + 16) != size) throw TableError(path + ": is cut off, or has more than it says");
        if (u32(data + 12) != static_cast<std::uint32_t>(environment)) {
          throw TableError(path + ": is for the other environment");
        }
        seed_ = u64(data + 24);
        pairs_ = u32(data + 32);
        clients_ = u32(data + 36);
        buckets_ = u32(data + 40);
        slots_ = u32(data + 44);
        const std::uint64_t blocks = u32(data + 48);
        const std::uint64_t start = u64(data + 64);
        const std::uint64_t slots = u64(data + 72);
        const std::uint64_t records = u64(data + 80);
        if (buckets_ == 0 || slots_ == 0 || u64(data + 56) != header_length || start > size ||
            slots > size || records > size || header_length + 4 * blocks > start ||
            start + 2 * buckets_ > slots || slots + 4 * slots_ > records ||
            (size - start + block_length - 1) / block_length != blocks) {
          throw TableError(path + ": the header contradicts itself");
        }
        checksums_ = data + header_length;
        if (crc32(checksums_, static_cast<std::size_t>(4 * blocks)) != u32(data + 88)) {
          throw TableError(path + ": the checksums are damaged");
        }
        body_ = data + start;
        length_ = size - start;
        slot_start_ = slots - start;
        record_start_ = records - start;
        is_checked_ = std::make_unique<std::atomic<bool>[]>(static_cast<std::size_t>(blocks));
      }

      /// Reads the whole file and throws `TableError` where it is damaged.
      void verify() const { bytes(0, length_); }

      /// True when the client may have its answer sent to the redirect URI: equal bytes, and for native
      /// clients any port of a loopback address (RFC 8252 section 7.3).
      ///
      /// Throws `TableError` where the table is damaged.
      bool is_redirect_uri_allowed(std::string_view client_id, std::string_view redirect_uri) const {
        if (find(client_id, redirect_uri) != missing) return true;
        const auto [origin, rest] = table_detail::without_port(redirect_uri);
        if (origin.empty()) return false;
        const std::string registered = std::string(origin).append(rest);
        const int flags = find(client_id, registered);
        return flags != missing && (flags & 1) != 0;
      }

      /// Pairs of client and redirect URI.
      std::size_t size() const { return pairs_; }
      /// Clients with a redirect URI.
      std::size_t clients() const { return clients_; }

     private:
      static constexpr int missing = -1;
      static constexpr std::size_t header_length = 96;
      static constexpr std::uint64_t block_length = 4096;

      /// The flags of the client that has a redirect URI.
      int find(std::string_view id, std::string_view uri) const {
        using namespace table_detail;
        if (id.size() > 0xFFFF || uri.size() > 0xFFFF) return missing;
        const std::uint64_t hash = table_detail::hash(seed_, id, uri);
        const std::uint64_t bucket = (hash >> 32) * buckets_ >> 32;
        const std::uint64_t pilot = u16(bytes(2 * bucket, 2));
        const std::uint64_t slot = (((hash ^ pilot * k3) * k2) >> 32) * slots_ >> 32;
        const std::uint64_t record = u32(bytes(slot_start_ + 4 * slot, 4));
        if (record == 0) return missing;
        const unsigned char* const place = bytes(record_start_ + record, 6);
        if (u16(place + 4) != uri.size() || !holds(record_start_ + record + 6, uri)) return missing;
        const std::uint64_t client = record_start_ + u32(place);
        const unsigned char* const owner = bytes(client, 3);
        if (u16(owner + 1) != id.size() || !holds(client + 3, id)) return missing;
        return owner[0];
      }

      bool holds(std::uint64_t place, std::string_view text) const {
        return std::memcmp(bytes(place, text.size()), text.data(), text.size()) == 0;
      }

      /// Bytes of the body, which are what they were when the table was written.
      const unsigned char* bytes(std::uint64_t place, std::uint64_t count) const {
        if (place > length_ || length_ - place < count) throw damaged();
        for (std::uint64_t block = place / block_length; block * block_length < place + count; ++block) {
          if (!is_checked_[block].load(std::memory_order_relaxed)) check(block);
        }
        return body_ + place;
      }

      void check(std::uint64_t block) const {
        const std::uint64_t start = block * block_length;
        const std::uint64_t count = std::min(block_length, length_ - start);
        if (table_detail::crc32(body_ + start, static_cast<std::size_t>(count)) !=
            table_detail::u32(checksums_ + 4 * block)) {
          throw damaged();
        }
        is_checked_[block].store(true, std::memory_order_relaxed);
      }

      TableError damaged() const { return TableError(path_ + ": is damaged"); }

      table_detail::Bytes bytes_;
      std::string path_;
      std::uint64_t seed_ = 0;
      std::uint32_t pairs_ = 0;
      std::uint32_t clients_ = 0;
      std::uint64_t buckets_ = 0;
      std::uint64_t slots_ = 0;
      const unsigned char* checksums_ = nullptr;
      const unsigned char* body_ = nullptr;
      std::uint64_t length_ = 0;
      std::uint64_t slot_start_ = 0;
      std::uint64_t record_start_ = 0;
      std::unique_ptr<std::atomic<bool>[]> is_checked_;
    };

    /// A table that follows its file. Safe to use from many threads.
    class ReloadingTable {
     public:
      /// Opens a table as `Table` does.
      ReloadingTable(std::string path, TableEnvironment environment)
          : path_(std::move(path)), environment_(environment) {
        reload();
      }

      /// Opens the file anew. Throws `TableError`, and goes on with the table that was there.
      void reload() {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto stamp = read_stamp();
        auto table = std::make_shared<const Table>(path_, environment_);
        std::atomic_store(&table_, std::move(table));
        stamp_ = stamp;
      }

      /// Opens the file anew where it is another one; true where it was.
      bool reload_if_changed() {
        {
          const std::lock_guard<std::mutex> lock(mutex_);
          if (read_stamp() == stamp_) return false;
        }
        reload();
        return true;
      }

      /// The table as it is now; it stays as long as somebody holds it.
      std::shared_ptr<const Table> table() const { return std::atomic_load(&table_); }

      /// As `Table::is_redirect_uri_allowed`.
      bool is_redirect_uri_allowed(std::string_view client_id, std::string_view redirect_uri) const {
        return table()->is_redirect_uri_allowed(client_id, redirect_uri);
      }

     private:
      using Stamp = std::array<std::int64_t, 4>;

      Stamp read_stamp() const {
        struct stat status = {};
        if (::stat(path_.c_str(), &status) != 0) throw TableError(path_ + ": cannot be opened");
    #if defined(__APPLE__)
        const std::int64_t fraction = static_cast<std::int64_t>(status.st_mtimespec.tv_nsec);
    #elif LINKPOLICY_TABLE_MAPS
        const std::int64_t fraction = static_cast<std::int64_t>(status.st_mtim.tv_nsec);
    #else
        const std::int64_t fraction = 0;
    #endif
        return {static_cast<std::int64_t>(status.st_ino), static_cast<std::int64_t>(status.st_size),
                static_cast<std::int64_t>(status.st_mtime), fraction};
      }

      std::string path_;
      TableEnvironment environment_;
      std::mutex mutex_;
      Stamp stamp_{};
      std::shared_ptr<const Table> table_;
    };

    }  // namespace linkpolicy

    #endif  // LINKPOLICY_TABLE_HPP
    """#
  }
}
