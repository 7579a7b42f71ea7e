; A loop whose trip count nobody can know before: repeated squaring while the value stays below a limit.
; From 1.5: 2.25, 5.0625, 25.62890625; the result is x^8, its slope 8 x^7.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x, double %limit) {
entry:
  br label %loop
loop:
  %v = phi double [ %x, %entry ], [ %v.next, %loop ]
  %v.next = fmul double %v, %v
  %more = fcmp olt double %v.next, %limit
  br i1 %more, label %loop, label %exit
exit:
  ret double %v.next
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 1.5, ptr @enzyme_const, double 10.0)
  call void @expect(double %g, double 136.6875)
  ret i32 0
}
