; An adjoint that is added up over iterations: a second version of the loop for a few of them adds in
; order.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: enzcc-opt -S --option=fp=strict %s -o %t.ll
; RUN: FileCheck --check-prefix=STRICT %s < %t.ll
;
; CHECK-LABEL: define internal {{.*}} @enz.grad.f(
; CHECK: br i1 %enz.short, label %[[FEW:[^,]+]], label %
; CHECK: [[FEW]]:
; CHECK: fadd nsz double
; CHECK: br i1 {{.*}}, label %[[FEW]]
; CHECK: fadd reassoc nsz double
; STRICT-NOT: enz.short
; STRICT-NOT: reassoc

declare double @__enzyme_autodiff(ptr, ...)

define double @f(double %a, ptr %p, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %at = getelementptr double, ptr %p, i64 %i
  %x = load double, ptr %at
  %y = fmul double %a, %x
  %sum = fadd double %s, %y
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret double %sum
}

define double @main(double %a, ptr %p, ptr %dp, i64 %n) {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %a, ptr %p, ptr %dp, i64 %n)
  ret double %g
}
