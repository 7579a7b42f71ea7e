; A loop without adjoint code is stepped over.
;
; RUN: enzcc-opt --dump=plan %s 2>&1 | FileCheck %s
; CHECK-LABEL: plan of {{.*}}f
; CHECK:         loop 0 depth 1: skip

declare double @__enzyme_autodiff(ptr, ...)

define double @f(double %x, i32 %n, ptr %log) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr inbounds i32, ptr %log, i32 %i
  %q = mul i32 %i, %i
  store volatile i32 %q, ptr %p
  %j = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %j, %n
  br i1 %done, label %exit, label %loop
exit:
  %r = fmul double %x, %x
  ret double %r
}

@enzyme_const = external global i32

define double @main(i32 %n, ptr %log) {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 1.0, i32 %n, ptr @enzyme_const, ptr %log)
  ret double %g
}
