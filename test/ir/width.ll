; Forward mode with two lanes; the result is an array of tangents.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_width = external global i32
@enzyme_dup = external global i32
declare void @expect(double, double)

declare [2 x double] @__enzyme_fwddiff_2(ptr, ...)

define double @f(double %x, double %y) {
  %a = fmul double %x, %y
  %b = fmul double %a, %x
  ret double %b
}

define i32 @main() {
  %r = call [2 x double] (ptr, ...) @__enzyme_fwddiff_2(ptr @f, ptr @enzyme_width, i64 2, double 3.0, double 1.0, double 0.0, double 5.0, double 0.0, double 1.0)
  %a = extractvalue [2 x double] %r, 0
  %b = extractvalue [2 x double] %r, 1
  call void @expect(double %a, double 30.0)
  call void @expect(double %b, double 9.0)
  ret i32 0
}
