;; Exact products of vectors: every number becomes a float64 first, and four sums run side by side, so that the
;; JavaScript version gives the same bits. The query lies at 0 as float64, vectors of float32 at 131072 one after the
;; other, and the products go to 262144.
(module
  (memory (export "memory") 5 5)

  (func (export "products") (param $width i32) (param $count i32)
    (local $at i32) (local $vector i32) (local $out i32) (local $quadsEnd i32) (local $end i32)
    (local $numbers v128) (local $low v128) (local $high v128) (local $sum f64)
    (local.set $vector (i32.const 131072))
    (local.set $out (i32.const 262144))
    (local.set $end (i32.shl (local.get $width) (i32.const 3)))
    (local.set $quadsEnd (i32.and (local.get $end) (i32.const -32)))
    (block $done
      (loop $eachVector
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (local.set $at (i32.const 0))
        (local.set $low (v128.const i32x4 0 0 0 0))
        (local.set $high (v128.const i32x4 0 0 0 0))
        (block $noQuad
          (loop $eachQuad
            (br_if $noQuad (i32.ge_u (local.get $at) (local.get $quadsEnd)))
            (local.set $numbers (v128.load (local.get $vector)))
            (local.set $low (f64x2.add (local.get $low) (f64x2.mul
              (v128.load (local.get $at)) (f64x2.promote_low_f32x4 (local.get $numbers)))))
            (local.set $high (f64x2.add (local.get $high) (f64x2.mul
              (v128.load offset=16 (local.get $at))
              (f64x2.promote_low_f32x4
                (i8x16.shuffle 8 9 10 11 12 13 14 15 0 0 0 0 0 0 0 0 (local.get $numbers) (local.get $numbers))))))
            (local.set $vector (i32.add (local.get $vector) (i32.const 16)))
            (local.set $at (i32.add (local.get $at) (i32.const 32)))
            (br $eachQuad)))
        (local.set $sum (f64x2.extract_lane 0 (local.get $low)))
        (block $noNumber
          (loop $eachNumber
            (br_if $noNumber (i32.ge_u (local.get $at) (local.get $end)))
            (local.set $sum (f64.add (local.get $sum) (f64.mul
              (f64.load (local.get $at)) (f64.promote_f32 (f32.load (local.get $vector))))))
            (local.set $vector (i32.add (local.get $vector) (i32.const 4)))
            (local.set $at (i32.add (local.get $at) (i32.const 8)))
            (br $eachNumber)))
        (f64.store (local.get $out) (f64.add
          (f64.add (local.get $sum) (f64x2.extract_lane 1 (local.get $low)))
          (f64.add (f64x2.extract_lane 0 (local.get $high)) (f64x2.extract_lane 1 (local.get $high)))))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (br $eachVector)))))
