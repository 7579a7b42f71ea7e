; A call through a pointer chosen among two functions at run time.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

define internal double @square(double %x) {
  %r = fmul double %x, %x
  ret double %r
}

define internal double @triple(double %x) {
  %r = fmul double %x, 3.0
  ret double %r
}

define double @f(double %x, i1 %c) {
  %p = select i1 %c, ptr @square, ptr @triple
  %r = call double %p(double %x)
  %s = fmul double %r, %x
  ret double %s
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0, ptr @enzyme_const, i1 true)
  call void @expect(double %g, double 12.0)
  %h = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 2.0, double 1.0, ptr @enzyme_const, i1 false)
  call void @expect(double %h, double 12.0)
  ret i32 0
}
