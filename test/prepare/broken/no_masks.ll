declare <2 x double> @llvm.masked.load.v2f64.p0(ptr, i32, <2 x i1>, <2 x double>)

define <2 x double> @broken(ptr %p, <2 x i1> %m) {
  %r = call <2 x double> @llvm.masked.load.v2f64.p0(ptr %p, i32 8, <2 x i1> %m,
                                                    <2 x double> zeroinitializer)
  ret <2 x double> %r
}

define <2 x double> @sound(ptr %p) {
  %r = load <2 x double>, ptr %p
  ret <2 x double> %r
}
