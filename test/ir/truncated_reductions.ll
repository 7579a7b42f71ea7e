; Sums and products over vectors in a truncated function: as narrow numbers give them.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: %run %t.ll

declare ptr @__enzyme_truncate_op_func_1(ptr, i32, i32)
declare double @__enzyme_autodiff(ptr, ...)
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmul.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmax.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fmin.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fmaximum.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fminimum.v4f64(<4 x double>)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare float @llvm.vector.reduce.fmul.v4f32(float, <4 x float>)
declare void @expect(double, double)

; lane i: x + i / 10
define internal <4 x double> @lanes(double %x) {
  %one = insertelement <4 x double> poison, double %x, i32 0
  %all = shufflevector <4 x double> %one, <4 x double> poison, <4 x i32> zeroinitializer
  %v = fadd <4 x double> %all, <double 0.0, double 0.1, double 0.2, double 0.3>
  ret <4 x double> %v
}
define internal <4 x float> @narrow_lanes(float %x) {
  %one = insertelement <4 x float> poison, float %x, i32 0
  %all = shufflevector <4 x float> %one, <4 x float> poison, <4 x i32> zeroinitializer
  %t = fptrunc <4 x double> <double 0.0, double 0.1, double 0.2, double 0.3> to <4 x float>
  %v = fadd <4 x float> %all, %t
  ret <4 x float> %v
}

define double @folded(double %x) {
  %v = call <4 x double> @lanes(double %x)
  %sum = call double @llvm.vector.reduce.fadd.v4f64(double %x, <4 x double> %v)
  %product = call reassoc double @llvm.vector.reduce.fmul.v4f64(double %sum, <4 x double> %v)
  ret double %product
}
define float @narrow_folded(float %x) {
  %v = call <4 x float> @narrow_lanes(float %x)
  %sum = call float @llvm.vector.reduce.fadd.v4f32(float %x, <4 x float> %v)
  %product = call reassoc float @llvm.vector.reduce.fmul.v4f32(float %sum, <4 x float> %v)
  ret float %product
}

define double @extremal(double %x) {
  %v = call <4 x double> @lanes(double %x)
  %a = call double @llvm.vector.reduce.fmax.v4f64(<4 x double> %v)
  %b = call double @llvm.vector.reduce.fmin.v4f64(<4 x double> %v)
  %c = call double @llvm.vector.reduce.fmaximum.v4f64(<4 x double> %v)
  %d = call double @llvm.vector.reduce.fminimum.v4f64(<4 x double> %v)
  %ab = fmul double %a, %b
  %cd = fmul double %c, %d
  %r = fadd double %ab, %cd
  ret double %r
}
define float @narrow_extremal(float %x) {
  %v = call <4 x float> @narrow_lanes(float %x)
  %a = extractelement <4 x float> %v, i32 3
  %b = extractelement <4 x float> %v, i32 0
  %ab = fmul float %a, %b
  %r = fadd float %ab, %ab
  ret float %r
}

define i32 @main() {
  %f = call ptr @__enzyme_truncate_op_func_1(ptr @folded, i32 64, i32 32)
  %got = call double %f(double 0.5)
  %narrow = call float @narrow_folded(float 0.5)
  %want = fpext float %narrow to double
  call void @expect(double %got, double %want)
  %g = call ptr @__enzyme_truncate_op_func_1(ptr @extremal, i32 64, i32 32)
  %got2 = call double %g(double 0.5)
  %narrow2 = call float @narrow_extremal(float 0.5)
  %want2 = fpext float %narrow2 to double
  call void @expect(double %got2, double %want2)
  ; (x + a) (x + b) + (x + a) (x + b): 2 (2 x + 0.3), in float
  %d = call double (ptr, ...) @__enzyme_autodiff(ptr %g, double 0.5)
  %df = fptrunc double %d to float
  %dn = fpext float %df to double
  %e = fptrunc double 2.6 to float
  %en = fpext float %e to double
  %off = fsub double %dn, %en
  %small = fmul double %off, 1.0e-6
  call void @expect(double %small, double 0.0)
  ret i32 0
}
