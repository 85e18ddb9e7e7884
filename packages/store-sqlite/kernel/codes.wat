;; Vectors as codes of 7 bits. A code c of a row stands for (c - 64) * scale, and a code of the query, a signed byte, for
;; c * unit. A row that is no vector of length 1 has NaN for its scale, which no comparison finds. The JavaScript kernel
;; gives the same bits: every operation of float32 here is one `Math.fround` there.
(module
  (memory (export "memory") 1 65535)

  ;; Writes the codes of a row of float32 to $codes, and its scale to $scale. $values has zeros behind it up to $stride
  ;; numbers, a multiple of 16. Codes are not written if the scale is NaN.
  (func (export "quantise") (param $values i32) (param $stride i32) (param $codes i32) (param $scale i32)
    (local $at i32) (local $end i32) (local $most v128) (local $step f32) (local $steps v128)
    (local.set $end (i32.add (local.get $values) (i32.shl (local.get $stride) (i32.const 2))))
    (local.set $at (local.get $values))
    (loop $eachQuad
      (local.set $most (f32x4.max (local.get $most) (f32x4.abs (v128.load (local.get $at)))))
      (br_if $eachQuad (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (local.set $step (f32.div
      (f32.max
        (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
        (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most))))
      (f32.const 63)))
    ;; The least number that is not subnormal, up to the largest that is finite.
    (if (i32.eqz (i32.and
        (f32.ge (local.get $step) (f32.const 0x1p-126))
        (f32.lt (local.get $step) (f32.const inf))))
      (then
        (f32.store (local.get $scale) (f32.const nan))
        (return)))
    (f32.store (local.get $scale) (local.get $step))
    (local.set $steps (f32x4.splat (local.get $step)))
    (local.set $at (local.get $values))
    (loop $eachRun
      (v128.store (local.get $codes) (i8x16.add (v128.const i32x4 0x40404040 0x40404040 0x40404040 0x40404040)
        (i8x16.narrow_i16x8_s
          (i16x8.narrow_i32x4_s
            (call $whole (f32x4.div (v128.load (local.get $at)) (local.get $steps)))
            (call $whole (f32x4.div (v128.load offset=16 (local.get $at)) (local.get $steps))))
          (i16x8.narrow_i32x4_s
            (call $whole (f32x4.div (v128.load offset=32 (local.get $at)) (local.get $steps)))
            (call $whole (f32x4.div (v128.load offset=48 (local.get $at)) (local.get $steps)))))))
      (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
      (br_if $eachRun (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end)))))

  ;; Numbers rounded to the nearest whole ones, to the even one in the middle.
  (func $whole (param $numbers v128) (result v128)
    (i32x4.trunc_sat_f32x4_s (f32x4.nearest (local.get $numbers))))

  ;; Finds rows whose score plus $slack of their scales is at least $threshold, among 8 * $groups rows. Of a group of 8
  ;; each row lies $walk bytes behind the one before it, the next group $stride bytes behind this one: memory answers
  ;; faster to eight walks at eight places than to one. Scales lie in the order of rows. Groups whose byte at $mask is zero
  ;; are not read, and of others only rows whose bit is set are found; without a mask $mask is 0. Writes pairs of
  ;; the row's number, which begins at $first, and its score to $out + 32, and returns how many.
  (func (export "scan")
    (param $query i32) (param $stride i32) (param $bias i32) (param $unit f32)
    (param $codes i32) (param $walk i32) (param $scales i32) (param $groups i32) (param $mask i32) (param $first i32)
    (param $slack f32) (param $threshold f32) (param $out i32)
    (result i32)
    (local $wanted i32) (local $column i32) (local $columnEnd i32) (local $number v128)
    (local $next i32) (local $end i32) (local $hits i32) (local $lane i32)
    (local $scale v128) (local $low v128) (local $high v128)
    (local $row0 i32) (local $sum0 v128)
    (local $row1 i32) (local $sum1 v128)
    (local $row2 i32) (local $sum2 v128)
    (local $row3 i32) (local $sum3 v128)
    (local $row4 i32) (local $sum4 v128)
    (local $row5 i32) (local $sum5 v128)
    (local $row6 i32) (local $sum6 v128)
    (local $row7 i32) (local $sum7 v128)
    (local.set $columnEnd (i32.add (local.get $query) (local.get $stride)))
    (local.set $end (i32.add (local.get $first) (i32.shl (local.get $groups) (i32.const 3))))
    (local.set $next (i32.add (local.get $out) (i32.const 32)))
    (local.set $wanted (i32.const 255))
    (block $done
      (loop $eachGroup
        (br_if $done (i32.ge_u (local.get $first) (local.get $end)))
        (block $skipped
          (if (local.get $mask)
            (then
              (local.set $wanted (i32.load8_u (local.get $mask)))
              (local.set $mask (i32.add (local.get $mask) (i32.const 1)))
              (br_if $skipped (i32.eqz (local.get $wanted)))))
          (local.set $row0 (local.get $codes))
          (local.set $row1 (i32.add (local.get $row0) (local.get $walk)))
          (local.set $row2 (i32.add (local.get $row1) (local.get $walk)))
          (local.set $row3 (i32.add (local.get $row2) (local.get $walk)))
          (local.set $row4 (i32.add (local.get $row3) (local.get $walk)))
          (local.set $row5 (i32.add (local.get $row4) (local.get $walk)))
          (local.set $row6 (i32.add (local.get $row5) (local.get $walk)))
          (local.set $row7 (i32.add (local.get $row6) (local.get $walk)))
          (local.set $sum0 (v128.const i32x4 0 0 0 0))
          (local.set $sum1 (v128.const i32x4 0 0 0 0))
          (local.set $sum2 (v128.const i32x4 0 0 0 0))
          (local.set $sum3 (v128.const i32x4 0 0 0 0))
          (local.set $sum4 (v128.const i32x4 0 0 0 0))
          (local.set $sum5 (v128.const i32x4 0 0 0 0))
          (local.set $sum6 (v128.const i32x4 0 0 0 0))
          (local.set $sum7 (v128.const i32x4 0 0 0 0))
          (local.set $column (local.get $query))
          (loop $eachStep
            (local.set $number (v128.load (local.get $column)))
            (local.set $sum0 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row0)) (local.get $sum0)))
            (local.set $row0 (i32.add (local.get $row0) (i32.const 16)))
            (local.set $sum1 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row1)) (local.get $sum1)))
            (local.set $row1 (i32.add (local.get $row1) (i32.const 16)))
            (local.set $sum2 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row2)) (local.get $sum2)))
            (local.set $row2 (i32.add (local.get $row2) (i32.const 16)))
            (local.set $sum3 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row3)) (local.get $sum3)))
            (local.set $row3 (i32.add (local.get $row3) (i32.const 16)))
            (local.set $sum4 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row4)) (local.get $sum4)))
            (local.set $row4 (i32.add (local.get $row4) (i32.const 16)))
            (local.set $sum5 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row5)) (local.get $sum5)))
            (local.set $row5 (i32.add (local.get $row5) (i32.const 16)))
            (local.set $sum6 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row6)) (local.get $sum6)))
            (local.set $row6 (i32.add (local.get $row6) (i32.const 16)))
            (local.set $sum7 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row7)) (local.get $sum7)))
            (local.set $row7 (i32.add (local.get $row7) (i32.const 16)))
            (br_if $eachStep (i32.lt_u
              (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $columnEnd))))
          (local.set $scale (v128.load (local.get $scales)))
          (local.set $low (call $score
            (call $totals (local.get $sum0) (local.get $sum1) (local.get $sum2) (local.get $sum3))
            (local.get $bias) (local.get $scale) (local.get $unit)))
          (local.set $hits (call $found
            (local.get $low) (local.get $scale) (local.get $slack) (local.get $threshold)))
          (local.set $scale (v128.load offset=16 (local.get $scales)))
          (local.set $high (call $score
            (call $totals (local.get $sum4) (local.get $sum5) (local.get $sum6) (local.get $sum7))
            (local.get $bias) (local.get $scale) (local.get $unit)))
          (local.set $hits (i32.and (local.get $wanted) (i32.or (local.get $hits) (i32.shl
            (call $found (local.get $high) (local.get $scale) (local.get $slack) (local.get $threshold))
            (i32.const 4)))))
          (br_if $skipped (i32.eqz (local.get $hits)))
          (v128.store (local.get $out) (local.get $low))
          (v128.store offset=16 (local.get $out) (local.get $high))
          (loop $eachHit
            (local.set $lane (i32.ctz (local.get $hits)))
            (i32.store (local.get $next) (i32.add (local.get $first) (local.get $lane)))
            (f32.store offset=4 (local.get $next)
              (f32.load (i32.add (local.get $out) (i32.shl (local.get $lane) (i32.const 2)))))
            (local.set $next (i32.add (local.get $next) (i32.const 8)))
            (br_if $eachHit (local.tee $hits
              (i32.and (local.get $hits) (i32.sub (local.get $hits) (i32.const 1)))))))
        (local.set $codes (i32.add (local.get $codes) (local.get $stride)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 32)))
        (local.set $first (i32.add (local.get $first) (i32.const 8)))
        (br $eachGroup)))
    (i32.shr_u (i32.sub (i32.sub (local.get $next) (local.get $out)) (i32.const 32)) (i32.const 3)))

  ;; The sums of the four numbers of each operand.
  (func $totals (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (call $pairs
      (call $pairs (local.get $a) (local.get $b))
      (call $pairs (local.get $c) (local.get $d))))

  ;; The sums of neighbours, first of the one operand, then of the other.
  (func $pairs (param $a v128) (param $b v128) (result v128)
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $a) (local.get $b))
      (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $a) (local.get $b))))

  ;; The dot products of values: those of codes, less $bias, times both scales.
  (func $score (param $totals v128) (param $bias i32) (param $scale v128) (param $unit f32) (result v128)
    (f32x4.mul
      (f32x4.mul
        (f32x4.convert_i32x4_s (i32x4.sub (local.get $totals) (i32x4.splat (local.get $bias))))
        (local.get $scale))
      (f32x4.splat (local.get $unit))))

  ;; One bit for each score that comes up to the threshold.
  (func $found (param $score v128) (param $scale v128) (param $slack f32) (param $threshold f32) (result i32)
    (i32x4.bitmask (f32x4.ge
      (f32x4.add (local.get $score) (f32x4.mul (f32x4.splat (local.get $slack)) (local.get $scale)))
      (f32x4.splat (local.get $threshold))))))
