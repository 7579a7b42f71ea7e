; The same input gives the same bytes.
;
; RUN: enzcc-opt -S %s -o %t.1.ll
; RUN: enzcc-opt -S %s -o %t.2.ll
; RUN: cmp %t.1.ll %t.2.ll
; RUN: MALLOC_TOP_PAD_=999999 MALLOC_PERTURB_=99 enzcc-opt -S %s -o %t.3.ll
; RUN: cmp %t.1.ll %t.3.ll

declare void @__enzyme_autodiff(ptr, ...)
declare double @llvm.exp.f64(double)

define internal double @g(double %x, i32 %k) noinline {
entry:
  switch i32 %k, label %exit [
    i32 0, label %a
    i32 1, label %b
  ]
a:
  %e = call double @llvm.exp.f64(double %x)
  br label %exit
b:
  %q = fmul double %x, %x
  br label %exit
exit:
  %r = phi double [ %x, %entry ], [ %e, %a ], [ %q, %b ]
  ret double %r
}

define void @f(ptr %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %p = getelementptr double, ptr %x, i32 %i
  %v = load double, ptr %p
  %k = urem i32 %i, 3
  %w = call double @g(double %v, i32 %k)
  store double %w, ptr %p
  %c = fcmp ogt double %w, 10.0
  br i1 %c, label %big, label %latch
big:
  %h = fmul double %w, 0.5
  store double %h, ptr %x
  br label %latch
latch:
  %j = add i32 %i, 1
  %done = icmp sge i32 %j, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

define void @main(ptr %x, ptr %dx, i32 %n) {
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx, i32 %n)
  ret void
}
