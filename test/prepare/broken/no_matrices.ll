declare <4 x double> @llvm.matrix.transpose.v4f64(<4 x double>, i32, i32)

define <4 x double> @broken(<4 x double> %m) {
  %t = call <4 x double> @llvm.matrix.transpose.v4f64(<4 x double> %m, i32 2, i32 2)
  ret <4 x double> %t
}

define <4 x double> @sound(<4 x double> %m) {
  %t = shufflevector <4 x double> %m, <4 x double> poison, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
  ret <4 x double> %t
}
