# What the derivation in a file gives to mkDerivation, with as much of nixpkgs as it uses.
path:
import path {
  lib = {
    getDev = package: package;
    licenses = { asl20 = "Apache-2.0"; llvm-exception = "LLVM-exception"; };
    platforms.linux = [ "x86_64-linux" ];
  };
  stdenv.mkDerivation = attributes: attributes;
  fetchurl = source: assert source ? url && builtins.stringLength source.sha256 == 64; source.url;
  cmake = "cmake";
  ninja = "ninja";
  gmp = "gmp";
  mpfr = "mpfr";
  isl.overrideAttrs = change: "isl with ${builtins.toJSON (change { })}";
  llvmPackages_22 = { llvm = "/llvm"; clang = "/clang"; lld = "/lld"; };
}
