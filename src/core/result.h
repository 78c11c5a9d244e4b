// SPDX-License-Identifier: Apache-2.0
#pragma once
// Failures of the outside world (files, devices, runtimes) as values. Broken contracts use FH_ASSERT instead; what the
// simulated world refuses (unreachable, no path) is a status in an ordinary result.
#include <fmt/format.h>

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace fh::core {

/// What went wrong, where, and what to do about it: one readable sentence for the user.
struct Error {
  std::string message;

  /// The same error with what was being done in front: "loading workshop.json: …".
  Error within(const std::string& context) const { return {context + ": " + message}; }
};

template <class T = void>
using Result = tl::expected<T, Error>;

template <class... Args>
tl::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return tl::make_unexpected(Error{fmt::format(format, std::forward<Args>(args)...)});
}

/// Passes a failure on with context: `return fail_within("reading log", result.error());`
inline tl::unexpected<Error> fail_within(const std::string& context, const Error& error) {
  return tl::make_unexpected(error.within(context));
}

}  // namespace fh::core

/// Declares `name` as the value of a Result, or leaves the function with its error.
#define FH_TRY(name, expression)                                                    \
  auto name##_result = (expression);                                                \
  if (!name##_result) return tl::make_unexpected(std::move(name##_result.error())); \
  auto name = std::move(*name##_result)

/// Leaves the function with the error of a Result<>.
#define FH_TRY_VOID(expression)                                 \
  do {                                                          \
    if (auto fh_result = (expression); !fh_result) {            \
      return tl::make_unexpected(std::move(fh_result.error())); \
    }                                                           \
  } while (false)

/// Assigns the value of a Result to something that is there already, or leaves the function with the error.
#define FH_ASSIGN(target, expression)                                         \
  do {                                                                        \
    auto fh_result = (expression);                                            \
    if (!fh_result) return tl::make_unexpected(std::move(fh_result.error())); \
    (target) = std::move(*fh_result);                                         \
  } while (false)
