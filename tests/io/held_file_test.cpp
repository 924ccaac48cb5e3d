#include "../../src/io/held_file.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <typeformer/error.hpp>

#include "../catch.hpp"
#include "temporary_folder.hpp"

namespace io = typeformer::io;
using typeformer::test::temporary_folder;

namespace {

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}
std::string contents(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}
std::size_t count_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}
void replace(const std::filesystem::path& path, const std::string& text) {
  io::replacement_file output(path);
  output.write(std::as_bytes(std::span(text)));
  output.commit();
}

// Of a program that has ended.
pid_t ended_program() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

}  // namespace

TEST_CASE("a file that is held stays when its name is given away", "[io]") {
  const temporary_folder folder;
  const auto file = folder.path() / "f", to = folder.path() / "kept";
  write(file, "old");
  write(to, "older");
  {
    const io::held_file held(file, to);
    CHECK(count_in(folder.path()) == 3);
    CHECK(contents(to) == "older");
  }
  CHECK(count_in(folder.path()) == 2);
  CHECK(contents(to) == "older");

  io::held_file held(file, to);
  replace(file, "new");
  CHECK(contents(to) == "older");
  held.commit();
  CHECK(contents(file) == "new");
  CHECK(contents(to) == "old");
  CHECK(count_in(folder.path()) == 2);
}

TEST_CASE("a file held under the name that it is held for", "[io]") {
  const temporary_folder folder;
  const auto file = folder.path() / "f", to = folder.path() / "kept";
  write(file, "old");
  std::filesystem::create_hard_link(file, to);
  {
    io::held_file held(file, to);
    held.commit();
    CHECK(count_in(folder.path()) == 2);
  }
  CHECK(count_in(folder.path()) == 2);
  CHECK(contents(to) == "old");
}

TEST_CASE("a file that cannot have a second name is held as a copy", "[io]") {
  const temporary_folder folder;
  // Another file system, where there is one.
  std::string name = "/dev/shm/typeformer-test-XXXXXX";
  const auto file = folder.path() / "f";
  write(file, std::string(3'000'000, 'x') + "end");
  if (::mkdtemp(name.data()) == nullptr) {
    WARN("skipped: there is no /dev/shm");
    return;
  }
  const std::filesystem::path other = name;
  std::error_code failure;
  std::filesystem::create_hard_link(file, other / "linked", failure);
  if (!failure) WARN("skipped: /dev/shm is no file system of its own");
  if (failure) {
    write(other / "kept", "older");
    {
      const io::held_file held(file, other / "kept");
      CHECK(count_in(other) == 2);
    }
    CHECK(count_in(other) == 1);
    CHECK(contents(other / "kept") == "older");
    io::held_file held(file, other / "kept");
    replace(file, "new");
    CHECK(contents(other / "kept") == "older");
    held.commit();
    CHECK(contents(other / "kept") == std::string(3'000'000, 'x') + "end");
    CHECK(count_in(other) == 1);
  }
  std::filesystem::remove_all(other);
}

TEST_CASE("a file that is missing is not held", "[io]") {
  const temporary_folder folder;
  CHECK_THROWS_AS(io::held_file(folder.path() / "f", folder.path() / "kept"), typeformer::error);
  CHECK(count_in(folder.path()) == 0);
}

TEST_CASE("temporary files are removed that belong to no program and are old enough", "[io]") {
  const temporary_folder folder;
  const auto part = [](pid_t program, const std::string& rest) {
    return ".typeformer-" + std::to_string(program) + rest;
  };
  const pid_t ended = ended_program();
  const std::vector<std::string> abandoned = {part(ended, "-0.part"), part(ended, "-17.part")};
  const std::vector<std::string> others = {part(::getpid(), "-0.part"),  part(1, "-0.part"),
                                           part(ended, ".part"),         part(ended, "-0.parts"),
                                           part(-ended, "-0.part"),      part(0, "-0.part"),
                                           "x" + part(ended, "-0.part"), ".typeformer-.part",
                                           ".typeformer--1.part",        ".typeformer-99999999999999-0.part"};
  for (const auto& name : abandoned) write(folder.path() / name, "x");
  for (const auto& name : others) write(folder.path() / name, "x");
  std::filesystem::create_directory(folder.path() / part(ended, "-5.part"));

  io::remove_abandoned_parts(folder.path(), std::chrono::minutes(10));
  CHECK(count_in(folder.path()) == abandoned.size() + others.size() + 1);
  io::remove_abandoned_parts(folder.path(), std::chrono::seconds(0));
  for (const auto& name : abandoned) CHECK_FALSE(std::filesystem::exists(folder.path() / name));
  for (const auto& name : others) CHECK(std::filesystem::exists(folder.path() / name));
  CHECK(std::filesystem::is_directory(folder.path() / part(ended, "-5.part")));

  io::remove_abandoned_parts(folder.path() / "none", std::chrono::seconds(0));
}
