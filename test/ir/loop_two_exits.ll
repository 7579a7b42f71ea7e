; A loop with two exits whose values meet in a phi.
; With limit 5 from 2 the second exit is taken after two steps: 10 * 2 * 2 * x.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x, i32 %n, double %limit) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %v = phi double [ %x, %entry ], [ %v.next, %next ]
  %done = icmp eq i32 %i, %n
  br i1 %done, label %first, label %next
next:
  %v.next = fmul double %v, 2.0
  %i.next = add i32 %i, 1
  %big = fcmp ogt double %v.next, %limit
  br i1 %big, label %second, label %loop
first:
  %a = fmul double %v, %v
  br label %exit
second:
  %b = fmul double %v.next, 10.0
  br label %exit
exit:
  %r = phi double [ %a, %first ], [ %b, %second ]
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0, ptr @enzyme_const, i32 9, ptr @enzyme_const, double 5.0)
  call void @expect(double %g, double 40.0)
  %h = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0, ptr @enzyme_const, i32 1, ptr @enzyme_const, double 99.0)
  call void @expect(double %h, double 16.0)
  ret i32 0
}
