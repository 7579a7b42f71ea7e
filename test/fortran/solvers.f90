! Numerical methods as programs in Fortran have them.
module solvers
  use iso_c_binding
  implicit none
  integer, parameter :: dp = c_double
contains
  subroutine factorise(a, n)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n, n)
    integer :: i, j, k
    do k = 1, n - 1
      do i = k + 1, n
        a(i, k) = a(i, k) / a(k, k)
      end do
      do j = k + 1, n
        do i = k + 1, n
          a(i, j) = a(i, j) - a(i, k) * a(k, j)
        end do
      end do
    end do
  end subroutine

  subroutine substitute(a, b)
    real(dp), intent(in) :: a(:, :)
    real(dp), intent(inout) :: b(:)
    integer :: i, n
    n = size(b)
    do i = 2, n
      b(i) = b(i) - dot_product(a(i, 1:i-1), b(1:i-1))
    end do
    do i = n, 1, -1
      b(i) = (b(i) - dot_product(a(i, i+1:n), b(i+1:n))) / a(i, i)
    end do
  end subroutine

  real(dp) function elimination(x, n) bind(c)
    integer(c_int), value :: n
    real(dp), intent(in) :: x(n)
    real(dp) :: a(n, n), b(n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        a(i, j) = x(i) * x(j) + merge(3.0_dp, 0.0_dp, i == j)
      end do
    end do
    b = x**2
    call factorise(a, n)
    call substitute(a, b)
    elimination = sum(b * x)
  end function

  real(dp) function gradients(x, n) bind(c)
    integer(c_int), value :: n
    real(dp), intent(in) :: x(n)
    real(dp), dimension(n) :: r, p, q, s
    real(dp) :: rho, before, alpha
    integer :: k
    s = 0
    r = x
    p = r
    rho = dot_product(r, r)
    do k = 1, 4
      q = applied(p, x)
      alpha = rho / dot_product(p, q)
      s = s + alpha * p
      r = r - alpha * q
      before = rho
      rho = dot_product(r, r)
      p = r + rho / before * p
      if (rho < 1e-20_dp) exit
    end do
    gradients = dot_product(s, s)
  end function

  function applied(p, x) result(q)
    real(dp), intent(in) :: p(:), x(:)
    real(dp) :: q(size(p))
    q = (2 + x) * p
    q(1:size(p)-1) = q(1:size(p)-1) - 0.5_dp * p(2:)
    q(2:) = q(2:) - 0.5_dp * p(1:size(p)-1)
  end function

  real(dp) function runge_kutta(x, n) bind(c)
    integer(c_int), value :: n
    real(dp), intent(in) :: x(n)
    real(dp) :: y(3), k1(3), k2(3), k3(3), k4(3), h
    integer :: step
    y = x(1:3)
    h = 0.02_dp
    do step = 1, 20
      k1 = lorenz(y)
      k2 = lorenz(y + h / 2 * k1)
      k3 = lorenz(y + h / 2 * k2)
      k4 = lorenz(y + h * k3)
      y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    end do
    runge_kutta = y(1) * y(3)
  contains
    pure function lorenz(y) result(d)
      real(dp), intent(in) :: y(3)
      real(dp) :: d(3)
      d = [10 * (y(2) - y(1)), y(1) * (x(4) * 20 - y(3)) - y(2), y(1) * y(2) - x(5) * 5 * y(3)]
    end function
  end function

  real(dp) function bisected(x, n) bind(c)
    integer(c_int), value :: n
    real(dp), intent(in) :: x(n)
    real(dp) :: t
    integer :: k
    t = 1
    do k = 1, 30
      t = t - (t**3 + x(1) * t - 2 - x(2)) / (3 * t**2 + x(1))
    end do
    bisected = t
  end function
end module
