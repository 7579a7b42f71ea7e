; A loop around a switch with a path that skips the rest of the body.
; k = 0: doubled, k = 1: squared, k = 2: nothing. From x = 1.5 over 4 trips: 2x, (2x)^2, that, 2 (2x)^2 = 8 x^2.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %v = phi double [ %x, %entry ], [ %u, %latch ]
  %k = urem i32 %i, 3
  switch i32 %k, label %latch [
    i32 0, label %twice
    i32 1, label %square
  ]
twice:
  %a = fmul double %v, 2.0
  br label %latch
square:
  %b = fmul double %v, %v
  br label %latch
latch:
  %u = phi double [ %v, %loop ], [ %a, %twice ], [ %b, %square ]
  %j = add i32 %i, 1
  %done = icmp eq i32 %j, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %u
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 1.5, ptr @enzyme_const, i32 4)
  call void @expect(double %g, double 24.0)
  ret i32 0
}
