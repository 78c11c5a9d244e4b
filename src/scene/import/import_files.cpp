// SPDX-License-Identifier: Apache-2.0
#include "scene/import/import_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
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

/// UTF-16 with its mark, in the order `high_first` says, as UTF-8.
std::string utf8_from_utf16(std::string_view text, bool high_first) {
  const auto unit = [&](std::size_t i) {
    const auto a = static_cast<unsigned char>(text[i]), b = static_cast<unsigned char>(text[i + 1]);
    return static_cast<char32_t>(high_first ? a << 8 | b : b << 8 | a);
  };
  std::string out;
  for (std::size_t i = 2; i + 1 < text.size(); i += 2) {
    char32_t c = unit(i);
    const bool pair = c >= 0xD800 && c < 0xDC00 && i + 3 < text.size() && unit(i + 2) >= 0xDC00 && unit(i + 2) < 0xE000;
    if (pair) {
      c = 0x10000 + ((c - 0xD800) << 10) + (unit(i + 2) - 0xDC00);
      i += 2;
    }
    if (c < 0x80) {
      out += static_cast<char>(c);
      continue;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static constexpr int kLead[] = {0, 0xC0, 0xE0, 0xF0};
    out += static_cast<char>(kLead[more] | static_cast<int>(c >> (6 * more)));
    for (int k = more - 1; k >= 0; --k) out += static_cast<char>(0x80 | static_cast<int>(c >> (6 * k) & 0x3F));
  }
  return out;
}

/// COLLADA as every Assimp 5 reads it: in UTF-8, and numbers without white space before them (5.2 takes
/// "<color> 1 0 0 1 </color>" for an error).
std::string plain_collada(std::string text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    text = utf8_from_utf16(text, text[0] == '\xFE');
    constexpr std::string_view kOld = "encoding=\"utf-16\"", kNew = "encoding=\"utf-8\" ";
    std::string head = text.substr(0, 100);
    for (char& c : head) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (const std::size_t at = head.find(kOld); at != std::string::npos) text.replace(at, kOld.size(), kNew);
  }
  std::size_t end = 0;
  for (std::size_t i = 0; i < text.size();) {
    text[end++] = text[i];
    if (text[i++] != '>') continue;
    const std::size_t next = text.find_first_not_of(" \t\r\n", i);
    if (next != std::string::npos && std::string_view("+-.0123456789").find(text[next]) != std::string_view::npos)
      i = next;
  }
  text.resize(end);
  return text;
}

bool is_collada(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".dae" || extension == ".DAE";
}

/// The file's plain text as a stream of its own; null where it cannot be read.
std::FILE* open_collada(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return nullptr;
  const std::string text = plain_collada({std::istreambuf_iterator<char>(in), {}});
  std::FILE* stream = ::fmemopen(nullptr, text.size() + 1, "w+");  // it keeps a byte for a zero
  if (stream && std::fwrite(text.data(), 1, text.size(), stream) != text.size()) {
    std::fclose(stream);
    return nullptr;
  }
  if (stream) std::rewind(stream);
  return stream;
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
  std::FILE* stream = is_collada(real) ? open_collada(real) : std::fopen(real.c_str(), "rb");
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
