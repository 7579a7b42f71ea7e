; freeze, undef and poison in inactive and in dead positions.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x, i1 %c) {
entry:
  %z = freeze double %x
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi double [ undef, %entry ], [ %z, %a ]
  %q = select i1 %c, double %p, double 0.0
  %r = fmul double %q, %q
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0, ptr @enzyme_const, i1 true)
  call void @expect(double %g, double 4.0)
  ret i32 0
}
