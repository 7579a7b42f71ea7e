; Of a minimum or maximum the reverse sweep keeps which operand it was, one byte; the code computes
; the intrinsic all the same. Numbers come before what is none, at a tie the rule decides.
;
; RUN: enzcc-opt --dump=plan -S %s -o %t.ll 2> %t.txt
; RUN: FileCheck --check-prefix=PLAN %s < %t.txt
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; PLAN-LABEL: plan of {{.*}}least
; PLAN: allocation {{[0-9]+}} of loop 0: 1 bytes per element
; CHECK-LABEL: define internal {{.*}}@enz.grad.least
; CHECK: call double @llvm.minnum.f64
; CHECK-LABEL: define internal {{.*}}@enz.grad.greatest
; CHECK: call double @llvm.maxnum.f64

declare double @__enzyme_autodiff(ptr, ...)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.maxnum.f64(double, double)
declare void @expect(double, double)
@enzyme_dup = external global i32
@numbers = constant [4 x double] [double 3.0, double 1.0, double 0x7FF8000000000000, double 1.0]

; The sum of the least of the first number, of the first two, and so on.
define double @least(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = phi double [ 1.0e9, %entry ], [ %lower, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %p
  %lower = call double @llvm.minnum.f64(double %m, double %v)
  %sum = fadd double %s, %lower
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret double %sum
}

define double @greatest(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = phi double [ -1.0e9, %entry ], [ %higher, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %p
  %higher = call double @llvm.maxnum.f64(double %m, double %v)
  %sum = fadd double %s, %higher
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret double %sum
}

define void @expect_at(ptr %d, i64 %i, double %wanted) {
  %p = getelementptr double, ptr %d, i64 %i
  %v = load double, ptr %p
  call void @expect(double %v, double %wanted)
  ret void
}

define i32 @main() {
  %dup = load i32, ptr @enzyme_dup
  %x = alloca [4 x double]
  %d = alloca [4 x double]
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr @numbers, i64 32, i1 false)
  call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 32, i1 false)
  call double (ptr, ...) @__enzyme_autodiff(ptr @least, i32 %dup, ptr %x, ptr %d, i64 4)
  call void @expect_at(ptr %d, i64 0, double 1.0)
  call void @expect_at(ptr %d, i64 1, double 2.0)
  call void @expect_at(ptr %d, i64 2, double 0.0)
  call void @expect_at(ptr %d, i64 3, double 1.0)
  call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 32, i1 false)
  call double (ptr, ...) @__enzyme_autodiff(ptr @greatest, i32 %dup, ptr %x, ptr %d, i64 4)
  call void @expect_at(ptr %d, i64 0, double 4.0)
  call void @expect_at(ptr %d, i64 1, double 0.0)
  call void @expect_at(ptr %d, i64 2, double 0.0)
  call void @expect_at(ptr %d, i64 3, double 0.0)
  ret i32 0
}
