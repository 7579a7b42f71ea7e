; A switch with a shared target and a default.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x, i32 %k) {
entry:
  switch i32 %k, label %other [
    i32 0, label %square
    i32 1, label %square
    i32 7, label %cube
  ]
square:
  %a = phi double [ 1.0, %entry ], [ 1.0, %entry ]
  %b = fmul double %x, %x
  %c = fmul double %b, %a
  br label %exit
cube:
  %d = fmul double %x, %x
  %e = fmul double %d, %x
  br label %exit
other:
  br label %exit
exit:
  %r = phi double [ %c, %square ], [ %e, %cube ], [ %x, %other ]
  ret double %r
}

define i32 @main() {
  %a = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.0, ptr @enzyme_const, i32 1)
  call void @expect(double %a, double 6.0)
  %b = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.0, ptr @enzyme_const, i32 7)
  call void @expect(double %b, double 27.0)
  %c = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.0, ptr @enzyme_const, i32 -5)
  call void @expect(double %c, double 1.0)
  ret i32 0
}
