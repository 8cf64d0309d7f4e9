// Declarations of the Firebase SDK for C++ that generated code uses. This future has completed.
#ifndef FIREBASE_APP_FUTURE_H_
#define FIREBASE_APP_FUTURE_H_

namespace firebase {

template <typename ResultType>
class Future {
 public:
  Future() = default;
  Future(int error, const ResultType* result) : error_(error), result_(result) {}

  int error() const { return error_; }
  const ResultType* result() const { return result_; }

 private:
  int error_ = 0;
  const ResultType* result_ = nullptr;
};

}  // namespace firebase

#endif  // FIREBASE_APP_FUTURE_H_
