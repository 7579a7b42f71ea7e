; A mutable global written and read back behaves like a local; a constant one is inactive.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

@cell = internal global double 7.0
@table = internal constant [2 x double] [double 3.0, double 5.0]

define double @f(double %x) {
  %q = fmul double %x, %x
  store double %q, ptr @cell
  %k = load double, ptr getelementptr inbounds ([2 x double], ptr @table, i64 0, i64 1)
  %c = load double, ptr @cell
  %a = fmul double %c, %x
  %r = fmul double %a, %k
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0)
  call void @expect(double %g, double 60.0)
  %h = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0)
  call void @expect(double %h, double 60.0)
  %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 2.0, double 1.0)
  call void @expect(double %t, double 60.0)
  ret i32 0
}
