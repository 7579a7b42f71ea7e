; Lanes of vectors that the primal leaves undefined contribute nothing.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: %run %t.ll

declare <2 x double> @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

; x * x * y of a pair in one register
define double @product(<2 x double> %p) {
  %y = shufflevector <2 x double> %p, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %xx = fmul <2 x double> %p, %p
  %xxy = fmul <2 x double> %xx, %y
  %r = extractelement <2 x double> %xxy, i32 0
  ret double %r
}

; y / x
define double @quotient(<2 x double> %p) {
  %y = shufflevector <2 x double> %p, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %q = fdiv <2 x double> %y, %p
  %k = fmul <2 x double> %q, <double 3.0, double poison>
  %r = extractelement <2 x double> %k, i32 0
  ret double %r
}

define i32 @main() {
  %g = call <2 x double> (ptr, ...) @__enzyme_autodiff(ptr @product, <2 x double> <double 3.0, double 5.0>)
  %gx = extractelement <2 x double> %g, i32 0
  %gy = extractelement <2 x double> %g, i32 1
  call void @expect(double %gx, double 30.0)
  call void @expect(double %gy, double 9.0)
  %h = call <2 x double> (ptr, ...) @__enzyme_autodiff(ptr @quotient, <2 x double> <double 2.0, double 0.0>)
  %hx = extractelement <2 x double> %h, i32 0
  %hy = extractelement <2 x double> %h, i32 1
  call void @expect(double %hx, double 0.0)
  call void @expect(double %hy, double 1.5)
  ret i32 0
}
