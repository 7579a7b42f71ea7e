; The derivative of a linear function needs none of its values, in a loop either.
;
; RUN: enzcc-opt --dump=plan %s 2>&1 | FileCheck %s
; CHECK-LABEL: plan of {{.*}}line
; CHECK-NOT:     keep {{.*}}%a
; CHECK-NOT:     keep {{.*}}%b
; CHECK-LABEL: plan of {{.*}}sum
; CHECK:         loop 0 depth 1
; CHECK-NOT:     bytes per
; CHECK-NOT:     keep {{.*}}load

declare double @__enzyme_autodiff(ptr, ...)

define double @line(double %x, double %y) {
  %a = fmul double %x, 3.0
  %b = fsub double %a, %y
  ret double %b
}

define double @sum(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %p
  %w = fmul double %v, 2.0
  %t = fadd double %s, %w
  %j = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %j, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %t
}

define double @main(ptr %x, ptr %dx, i64 %n) {
  %a = call double (ptr, ...) @__enzyme_autodiff(ptr @line, double 1.0, double 2.0)
  %b = call double (ptr, ...) @__enzyme_autodiff(ptr @sum, ptr %x, ptr %dx, i64 %n)
  ret double %a
}
