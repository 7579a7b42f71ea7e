; Structs in registers: through loads, insertvalue, results and parameters.
; copy: 0 double, 8 untyped8
; int n: int
; int bits: double
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define { double, i64 } @make(double %x, i64 %n) {
  %a = insertvalue { double, i64 } poison, double %x, 0
  %b = insertvalue { double, i64 } %a, i64 %n, 1
  %k = add i64 %n, 1
  ret { double, i64 } %b
}
define double @g({ i64, i64 } %s) {
  %bits = extractvalue { i64, i64 } %s, 0
  %d = bitcast i64 %bits to double
  ret double %d
}
define double @f(ptr %p, ptr %q, i64 %n) {
  %r = call { double, i64 } @make(double 1.0, i64 %n)
  store { double, i64 } %r, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 16, i1 false)
  %i = load { i64, i64 }, ptr %q
  %d = call double @g({ i64, i64 } %i)
  ret double %d
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
