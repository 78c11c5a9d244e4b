// SPDX-License-Identifier: Apache-2.0
#include "scene/import/import_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string_view>

namespace fh::scene {
namespace fs = std::filesystem;

namespace {

std::FILE* stream_of(aiFile* file) {
  return reinterpret_cast<std::FILE*>(file->UserData);
}

std::size_t read_some(aiFile* file, char* out, std::size_t size, std::size_t count) {
  return std::fread(out, size, count, stream_of(file));
}
std::size_t write_nothing(aiFile*, const char*, std::size_t, std::size_t) {
  return 0;
}
std::size_t tell(aiFile* file) {
  const long at = std::ftell(stream_of(file));
  return at < 0 ? 0 : static_cast<std::size_t>(at);
}
std::size_t size_of(aiFile* file) {
  const long at = std::ftell(stream_of(file));
  std::fseek(stream_of(file), 0, SEEK_END);
  const std::size_t size = tell(file);
  std::fseek(stream_of(file), at, SEEK_SET);
  return size;
}
aiReturn seek(aiFile* file, std::size_t offset, aiOrigin origin) {
  const int from = origin == aiOrigin_CUR ? SEEK_CUR : origin == aiOrigin_END ? SEEK_END : SEEK_SET;
  return std::fseek(stream_of(file), static_cast<long>(offset), from) == 0 ? aiReturn_SUCCESS : aiReturn_FAILURE;
}
void flush_nothing(aiFile*) {}

void add_once(std::vector<std::string>& list, std::string text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
}

bool is_inside(const fs::path& folder, const fs::path& file) {
  const auto [end, at] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end() && at != file.end();
}

}  // namespace

ImportFiles::ImportFiles(const fs::path& model) {
  std::error_code error;
  folder_ = fs::canonical(model, error).parent_path();
  io_.OpenProc = &ImportFiles::open;
  io_.CloseProc = &ImportFiles::close;
  io_.UserData = reinterpret_cast<aiUserData>(this);
  const std::string extension = model.extension().string();
  if (extension == ".obj" || extension == ".OBJ") look_for_materials(model);
}

void ImportFiles::look_for_materials(const fs::path& model) {
  constexpr std::string_view kWord = "mtllib";
  constexpr std::size_t kLongestLine = 4096, kMostNames = 100;
  std::ifstream file(model, std::ios::binary);
  std::string line;
  for (char c = 0; file.get(c) && missing_.size() + refused_.size() < kMostNames;) {
    if (c != '\n') {
      if (line.size() < kLongestLine) line += c;
      continue;
    }
    if (line.compare(0, kWord.size(), kWord) == 0 && line.size() > kWord.size()) {
      const std::size_t from = line.find_first_not_of(" \t", kWord.size());
      const std::size_t end = line.find_last_not_of(" \t\r");
      if (from != std::string::npos && end >= from) {
        const std::string name = line.substr(from, end - from + 1);
        std::error_code error;
        const fs::path real = fs::weakly_canonical(folder_ / name, error);
        const bool is_there = fs::exists(real, error) && !fs::is_directory(real, error);
        if ((may_read(real) || fs::is_directory(real, error)) && !is_there) add_once(missing_, name);
      }
    }
    line.clear();
  }
}

bool ImportFiles::may_read(const fs::path& real) {
  std::error_code error;
  const fs::file_status status = fs::status(real, error);
  if (!fs::exists(status)) return true;  // opening it will fail
  if (!is_inside(folder_, real)) {
    add_once(refused_, fmt::format("{} (outside the model's folder)", real.string()));
    return false;
  }
  // Assimp guesses names of its own; a folder that has one of them says nothing about the model.
  if (fs::is_directory(status)) return false;
  if (!fs::is_regular_file(status)) {
    add_once(refused_, fmt::format("{} (no ordinary file)", real.lexically_relative(folder_).string()));
    return false;
  }
  return true;
}

aiFile* ImportFiles::open(aiFileIO* io, const char* name, const char* mode) {
  auto& self = *reinterpret_cast<ImportFiles*>(io->UserData);
  std::error_code error;
  const fs::path real = fs::weakly_canonical(name, error);
  if (error || mode == nullptr || mode[0] != 'r' || !self.may_read(real)) return nullptr;
  std::FILE* stream = std::fopen(real.c_str(), "rb");
  if (!stream) return nullptr;
  return new aiFile{
      &read_some, &write_nothing, &tell, &size_of, &seek, &flush_nothing, reinterpret_cast<aiUserData>(stream)};
}

void ImportFiles::close(aiFileIO*, aiFile* file) {
  if (!file) return;
  std::fclose(stream_of(file));
  delete file;
}

}  // namespace fh::scene
