; Fast-math flags are inherited, never invented: a strict function gets a strict
; derivative.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; CHECK-NOT: {{fadd|fmul|fsub|fdiv}} {{(fast|reassoc|nnan|ninf|nsz|arcp|contract|afn)}}

declare double @__enzyme_autodiff(ptr, ...)
declare double @llvm.sin.f64(double)

define double @f(double %x, double %y) {
  %s = call double @llvm.sin.f64(double %x)
  %q = fdiv double %s, %y
  %r = fmul double %q, %x
  ret double %r
}

define double @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 1.0, double 2.0)
  ret double %g
}
