; Trip counts: constant, known on entry, unknown. The first two keep the carried
; value in an array allocated before the loop, the last in linked frames.
;
; RUN: enzcc-opt --dump=plan %s 2>&1 | FileCheck %s
; CHECK-LABEL: plan of {{.*}}constant
; CHECK:         trip count i{{[0-9]+}} 100
; CHECK:         8 bytes per element of loops 0, allocated before loop 0
; CHECK:         keep %v = phi
; CHECK-LABEL: plan of {{.*}}known
; CHECK-NOT:     unknown
; CHECK:         8 bytes per element of loops 0, allocated before loop 0
; CHECK-LABEL: plan of {{.*}}unknown
; CHECK:         trip count unknown
; CHECK:         8 bytes per iteration, linked

declare double @__enzyme_autodiff(ptr, ...)

define double @constant(double %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %v = phi double [ %x, %entry ], [ %w, %loop ]
  %q = fmul double %v, %v
  %w = fsub double %q, %x
  %j = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %j, 100
  br i1 %done, label %exit, label %loop
exit:
  ret double %w
}

define double @known(double %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %v = phi double [ %x, %entry ], [ %w, %loop ]
  %q = fmul double %v, %v
  %w = fsub double %q, %x
  %j = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %j, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %w
}

define double @unknown(double %x) {
entry:
  br label %loop
loop:
  %v = phi double [ %x, %entry ], [ %w, %loop ]
  %q = fmul double %v, %v
  %w = fsub double %q, %x
  %done = fcmp ogt double %w, 100.0
  br i1 %done, label %exit, label %loop
exit:
  ret double %w
}

define double @main(i32 %n) {
  %a = call double (ptr, ...) @__enzyme_autodiff(ptr @constant, double 1.0)
  %b = call double (ptr, ...) @__enzyme_autodiff(ptr @known, double 1.0, i32 %n)
  %c = call double (ptr, ...) @__enzyme_autodiff(ptr @unknown, double 1.0)
  ret double %a
}
