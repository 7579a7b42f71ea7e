; What threads of a team run is compiled for the processor of the region, derivatives included: this
; region is for one with AVX2, and code for that is inlined into no other.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; CHECK:     define internal {{.*}}@enz.aug.enz.team.0.thread({{.*}}) #[[AUG:[0-9]+]]
; CHECK:     define internal {{.*}}@enz.rev.enz.team.0.thread({{.*}}) #[[AUG]]
; CHECK:     attributes #[[AUG]] = {{.*}}"target-features"="+avx2"

target triple = "x86_64-unknown-linux-gnu"

@place = private constant [24 x i8] zeroinitializer
declare void @__enzyme_autodiff(ptr, ...)
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)

define internal void @region(ptr %number, ptr %bound, ptr %x) #0 {
  %v = load double, ptr %x
  %square = fmul double %v, %v
  store double %square, ptr %x
  ret void
}

define void @f(ptr %x) #0 {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @place, i32 1, ptr @region, ptr %x)
  ret void
}

define void @g(ptr %x, ptr %dx) #0 {
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx)
  ret void
}

attributes #0 = { nounwind "target-cpu"="x86-64" "target-features"="+avx2" }
