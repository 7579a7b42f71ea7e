; A stack slot made anew in every iteration, and one of dynamic size.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define double @f(double %x, i32 %n) {
entry:
  %vla = alloca double, i32 %n
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %v = phi double [ %x, %entry ], [ %w, %loop ]
  %tmp = alloca double
  call void @llvm.lifetime.start.p0(i64 8, ptr %tmp)
  store double %v, ptr %tmp
  %slot = getelementptr double, ptr %vla, i32 %i
  store double %v, ptr %slot
  %a = load double, ptr %tmp
  %w = fmul double %a, %x
  call void @llvm.lifetime.end.p0(i64 8, ptr %tmp)
  %j = add i32 %i, 1
  %done = icmp eq i32 %j, %n
  br i1 %done, label %exit, label %loop
exit:
  %last = getelementptr double, ptr %vla, i32 %i
  %b = load double, ptr %last
  %r = fmul double %b, %w
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0, ptr @enzyme_const, i32 2)
  call void @expect(double %g, double 80.0)
  ret i32 0
}
