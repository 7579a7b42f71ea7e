declare i32 @__gxx_personality_v0(...)
declare void @may_throw()

define i32 @broken() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw() to label %done unwind label %pad
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  br label %done
done:
  %r = phi i32 [0, %entry], [1, %pad]
  ret i32 %r
}

define i32 @sound() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw() to label %done unwind label %pad
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
done:
  ret i32 0
}
