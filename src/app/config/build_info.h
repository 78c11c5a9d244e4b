#pragma once
// What this program is: for --version, doctor and recordings.
#include <string>

namespace fh::app {

std::string version();   // "0.1.0"
std::string build_id();  // "0.1.0, g++ 12.2.0, Release"

}  // namespace fh::app
