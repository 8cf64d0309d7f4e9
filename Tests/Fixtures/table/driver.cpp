// Drives the C++ reader; see README.txt.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <memory>
#include <sstream>

#include "linkpolicy_table.hpp"

namespace {

std::string text(const std::string& word) {
  std::string output;
  if (word == "-") return output;
  for (std::size_t place = 0; place + 1 < word.size(); place += 2) {
    output.push_back(static_cast<char>(std::stoi(word.substr(place, 2), nullptr, 16)));
  }
  return output;
}

linkpolicy::TableEnvironment environment(const std::string& name) {
  return name == "prod" ? linkpolicy::TableEnvironment::prod : linkpolicy::TableEnvironment::sandbox;
}

}  // namespace

int main() {
  std::unique_ptr<linkpolicy::ReloadingTable> reloading;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string command;
    std::string first;
    std::string second;
    words >> command >> first >> second;
    const auto ask = [&](const std::string& id, const std::string& uri) {
      return reloading->is_redirect_uri_allowed(id, uri);
    };
    try {
      if (command == "open") {
        reloading = std::make_unique<linkpolicy::ReloadingTable>(first, environment(second));
        const auto now = reloading->table();
        std::cout << "ok " << now->size() << ' ' << now->clients() << '\n';
      } else if (command == "verify") {
        reloading->table()->verify();
        std::cout << "sound\n";
      } else if (command == "ask") {
        std::cout << (ask(text(first), text(second)) ? "allow\n" : "deny\n");
      } else if (command == "move") {
        std::cout << (std::rename(first.c_str(), second.c_str()) == 0 ? "moved\n" : "failed\n");
      } else if (command == "change") {
        std::cout << (reloading->reload_if_changed() ? "changed\n" : "same\n");
      } else if (command == "time") {
        using Milliseconds = std::chrono::duration<double, std::milli>;
        const auto start = std::chrono::steady_clock::now();
        const linkpolicy::Table opened(first, environment(second));
        const auto middle = std::chrono::steady_clock::now();
        opened.verify();
        const auto end = std::chrono::steady_clock::now();
        std::cout << Milliseconds(middle - start).count() << ' ' << Milliseconds(end - middle).count()
                  << '\n';
      } else if (command == "bench") {
        std::ifstream file(first);
        std::vector<std::pair<std::string, std::string>> pairs;
        for (std::string id, uri; file >> id >> uri;) pairs.emplace_back(text(id), text(uri));
        std::size_t allowed = 0;
        double best = 1e9;
        for (int round = 0; round < 3; ++round) {
          allowed = 0;
          const std::clock_t start = std::clock();
          for (const auto& [id, uri] : pairs) {
            if (ask(id, uri)) ++allowed;
          }
          best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
        }
        std::cout << static_cast<long>(best * 1e9 / static_cast<double>(pairs.size())) << ' '
                  << allowed << '\n';
      }
    } catch (const linkpolicy::TableError& error) {
      std::cout << "error" << (command == "ask" ? "" : " " + std::string(error.what())) << '\n';
    }
  }
}
