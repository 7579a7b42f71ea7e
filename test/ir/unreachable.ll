; A path that ends the program has no reverse; a call of a function that does not return.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

declare void @abort() noreturn

define double @f(double %x) {
entry:
  %bad = fcmp olt double %x, 0.0
  br i1 %bad, label %stop, label %good
stop:
  call void @abort()
  unreachable
good:
  %r = fmul double %x, %x
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0)
  call void @expect(double %g, double 4.0)
  ret i32 0
}
