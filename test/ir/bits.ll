; A double that travels through an integer register and memory; the sign bit is flipped on the way.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x) {
  %cell = alloca i64
  %i = bitcast double %x to i64
  %n = xor i64 %i, -9223372036854775808
  store i64 %n, ptr %cell
  %d = load double, ptr %cell
  %r = fmul double %d, %x
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.0)
  call void @expect(double %g, double -6.0)
  %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 3.0, double 1.0)
  call void @expect(double %t, double -6.0)
  ret i32 0
}
