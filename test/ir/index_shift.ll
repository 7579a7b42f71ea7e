; An index that is a multiple, shifted by as much as it was multiplied by: of both, three.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare void @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

define double @f(ptr %a, i32 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %sum.next, %loop ]
  %three = mul nsw i32 %i, 3
  %shifted = shl nsw i32 %three, 3
  %at = sext i32 %shifted to i64
  %p = getelementptr inbounds double, ptr %a, i64 %at
  %v = load double, ptr %p
  %square = fmul double %v, %v
  %sum.next = fadd double %sum, %square
  %i.next = add nsw i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  ret double %sum.next
}

define i32 @main() {
entry:
  %a = alloca [64 x double]
  %da = alloca [64 x double]
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 512, i1 false)
  call void @llvm.memset.p0.i64(ptr %da, i8 0, i64 512, i1 false)
  %second = getelementptr inbounds double, ptr %a, i64 24
  %third = getelementptr inbounds double, ptr %a, i64 48
  store double 2.0, ptr %second
  store double 5.0, ptr %third
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %a, ptr %da, i32 3)
  %d.second = getelementptr inbounds double, ptr %da, i64 24
  %d.third = getelementptr inbounds double, ptr %da, i64 48
  %b = load double, ptr %d.second
  %c = load double, ptr %d.third
  call void @expect(double %b, double 4.0)
  call void @expect(double %c, double 10.0)
  ret i32 0
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
