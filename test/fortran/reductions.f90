! Reductions and products of arrays, of all elements, of those a mask selects, along dimensions.
module reductions
  use iso_c_binding
  implicit none
contains
  real(c_double) function totals(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double) :: a(2, 2, 2)
    a = reshape(x, [2, 2, 2])
    totals = sum(a**2) + product(a(:, 1, :)) + maxval(a) * minval(a) + norm2(a(2, :, :))
    totals = totals + sum(a, mask=a > 0.4d0) + maxval(a, mask=a < 0.7d0) + dot_product(x, x(n:1:-1))
    if (sum(a(2:1, :, :)) /= 0) totals = 0
  end function

  real(c_double) function along(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double) :: a(2, 4), rows(2), columns(4)
    a = reshape(x, [2, 4])
    rows = sum(a, 2)
    columns = sum(a * a, dim=1)
    along = rows(1) * rows(2) + sum(columns**3) + sum(maxval(a, 2)) + product(minval(a, 1)) &
            + sum(product(a, 2)) + sum(sum(a, 1, mask=a > 0.3d0)**2)
  end function

  real(c_double) function matrices(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double) :: a(2, 4), b(4, 3), c(2, 3), d(3, 2)
    integer :: i
    a = reshape(x, [2, 4])
    do i = 1, 3
      b(:, i) = x(i:i+3) * i
    end do
    c = matmul(a, b)
    d = matmul(transpose(b), transpose(a))
    matrices = sum(c * c) + sum(matmul(x(1:2), a)) + dot_product(matmul(a, x(1:4)), x(5:6)) &
               + sum(sin(d))
    c = matmul(a, b(:, 3:1:-1)) + transpose(d)
    matrices = matrices + c(1, 2) * c(2, 3)
  end function

  real(c_double) function numbers(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    complex(c_double) :: z, w(2)
    z = cmplx(x(1), x(2), c_double)
    w = [z * z, exp(z)]
    numbers = abs(w(1) / w(2)) + real(conjg(w(2))) + aimag(z**3)
    numbers = numbers + sign(x(3), -x(4)) + mod(5 * x(5), 0.7d0) + modulo(-x(6), 0.45d0) &
              + atan2(x(7), x(8)) + x(1)**3 + x(2)**2.5d0 + hypot(x(3), x(4)) + max(x(5), x(6)) &
              + min(x(7), x(8), 0.5d0) + erf(x(1)) + gamma(x(2) + 1) + tanh(x(3)) &
              + dim(x(8), x(7)) &
              + floor(3 * x(8)) * x(1) + nint(x(7)) + x(4)**n + log10(x(5)) + bessel_j0(x(6))
  end function

  real(c_double) function places(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    integer :: i
    i = maxloc(x, 1)
    places = x(i)**2 + x(minloc(x, 1))
  end function
end module
