// Every number of the search and the clock, with the range it may be tuned in.
#ifndef COHERENT_LIB_SEARCH_PARAMS_H_
#define COHERENT_LIB_SEARCH_PARAMS_H_

#include <array>

namespace coherent::search {

// Units are in the names: _cp centipawns, _pct hundredths, _x16 sixteenths; depths are plies.
struct SearchParams {
  // Transposition table and aspiration
  int table_cut_max_clock = 90;
  int table_cut_gate_depth = 5;
  int aspiration_min_depth = 4;
  int aspiration_window_cp = 30;
  int aspiration_growth_pct = 45;
  int aspiration_score_div = 12000;
  int aspiration_open_cp = 1200;
  int optimism_cp = 18;
  int optimism_div = 93;

  // Depth by what the last move did to the evaluation
  int hindsight_deeper_min = 4;
  int hindsight_shallower_min = 3;
  int hindsight_shallower_cp = 144;

  // Razoring and reverse futility
  int razor_max_depth = 4;
  int razor_base_cp = 236;
  int razor_depth_cp = 164;
  int rfp_max_depth = 7;
  int rfp_margin_cp = 67;
  int rfp_rise_max_cp = 39;
  int rfp_not_improving_cp = 26;

  // Null move
  int null_min_depth = 3;
  int null_base = 4;
  int null_depth_div = 5;
  int null_eval_div_cp = 156;
  int null_eval_max = 4;
  int null_margin_cp = 113;
  int null_margin_depth_cp = 18;
  int null_verify_depth = 14;

  // ProbCut, internal reduction, singular extension
  int probcut_min_depth = 5;
  int probcut_margin_cp = 160;
  int probcut_improving_cp = 33;
  int probcut_reduction = 4;
  int iir_min_depth = 3;
  int iir_table_slack = 6;
  int singular_min_depth = 5;
  int singular_depth_slack = 2;
  int singular_margin_x16 = 14;
  int singular_was_pv_x16 = 7;
  int singular_double_cp = 18;
  int singular_triple_cp = 108;
  int singular_max_doubles = 8;
  int multicut_blend_pct = 11;

  // Pruning in the move loop
  int lmp_base = 9;
  int lmp_max_depth = 10;
  int lmp_history_div = 20323;
  int futility_max_depth = 10;
  int futility_base_cp = 128;
  int futility_depth_cp = 68;
  int futility_history_div = 146;
  int capture_futility_max_depth = 6;
  int capture_futility_base_cp = 261;
  int capture_futility_depth_cp = 154;
  int history_prune_max_depth = 4;
  int history_prune_depth = 4564;
  int see_quiet_depth_cp = 22;
  int see_noisy_depth_cp = 105;

  // Late-move reductions, in 1/1024 of a ply
  int lmr_min_depth = 3;
  int lmr_quiet_base = 871;
  int lmr_quiet_slope = 518;
  int lmr_noisy_base = -54;
  int lmr_noisy_slope = 318;
  int lmr_pv = 739;
  int lmr_was_pv = 769;
  int lmr_cut_node = 1711;
  int lmr_not_improving = 575;
  int lmr_noisy_table_move = 775;
  int lmr_check = 1104;
  int lmr_killer = 999;
  int lmr_child_fail_highs = 574;
  int lmr_child_fail_high_count = 3;
  int lmr_history_div = 10;
  int lmr_noisy_history_div = 7;
  int lmr_correction_div = 98;
  int lmr_table_low = 209;
  int lmr_deeper_cp = 75;
  int lmr_probe_bonus_pct = 59;

  // Quiescence
  int qs_futility_cp = 192;
  int qs_see_cp = -3;
  int qs_max_late_moves = 3;
  int qs_blend_pct = 22;

  // History updates and ordering
  int bonus_depth = 232;
  int bonus_base = 94;
  int bonus_max = 1828;
  int malus_depth = 192;
  int malus_base = 53;
  int malus_max = 1714;
  int malus_order_pct = 8;
  int capture_bonus_pct = 97;
  int capture_malus_pct = 103;
  int follow_up_1_pct = 128;
  int follow_up_2_pct = 100;
  int follow_up_4_pct = 69;
  int pawn_history_pct = 90;
  int root_history_pct = 120;
  int table_cut_bonus_pct = 69;
  int fail_low_bonus_pct = 72;
  int fail_low_quiet_pct = 55;
  int best_margin_bonus_cp = 81;
  int eval_history_mul = 12;
  int eval_history_max = 805;
  int order_quiet_pct = 76;
  int order_pawn_pct = 60;
  int order_follow_up_1_pct = 192;
  int order_follow_up_2_pct = 83;
  int order_follow_up_4_pct = 21;
  int order_root_pct = 210;
  int order_killer_1 = 30722;
  int order_killer_2 = 20556;
  int order_counter = 17157;
  int order_check = 8934;
  int order_check_loss_cp = 76;
  int order_escape_minor = 5455;
  int order_escape_rook = 9762;
  int order_escape_queen = 13957;
  int order_victim_x16 = 90;
  int order_good_capture_cp = -9;
  int order_capture_history_div = 78;

  // Corrections of the evaluation, in 1/1024 of an entry
  int correction_pawn = 877;
  int correction_white = 875;
  int correction_black = 854;
  int correction_last_move = 673;
  int correction_minor = 981;
  int correction_major = 438;
  int correction_two_moves = 357;
  int correction_depth_step = 10;
  int correction_max_cp = 68;

  // Endgame
  int material_per_million = 117;
  int mate_corner_cp = 40;

  // Clock (docs/decisions/0003-clock.md)
  int clock_moves = 38;
  int clock_increment_pct = 59;
  int clock_hard_pct = 324;
  int clock_reserve_pct = 5;
  int clock_reserve_ms = 30;
  int clock_stable_step_pct = 8;
  int clock_unstable_pct = 120;
  int clock_stable_min_pct = 70;
  int clock_fall_max_pct = 150;
  int clock_fall_cp = 60;
  int clock_work_base_pct = 205;
  int clock_work_slope_pct = 125;
};

struct ParamSpec {
  const char* name;
  int SearchParams::*field;
  int min, max;
  double c_end, r_end;  // OpenBench's SPSA step and rate
};

// clang-format off
inline constexpr auto kParamSpecs = std::to_array<ParamSpec>({
    // name, field, min, max, c_end, r_end
    {"table_cut_max_clock", &SearchParams::table_cut_max_clock, 40, 100, 5, 0.002},
    {"table_cut_gate_depth", &SearchParams::table_cut_gate_depth, 0, 20, 1, 0.002},
    {"aspiration_min_depth", &SearchParams::aspiration_min_depth, 2, 8, 0.5, 0.002},
    {"aspiration_window_cp", &SearchParams::aspiration_window_cp, 5, 60, 3, 0.002},
    {"aspiration_growth_pct", &SearchParams::aspiration_growth_pct, 10, 200, 10, 0.002},
    {"aspiration_score_div", &SearchParams::aspiration_score_div, 2000, 30000, 1500, 0.002},
    {"aspiration_open_cp", &SearchParams::aspiration_open_cp, 500, 3000, 100, 0.002},
    {"optimism_cp", &SearchParams::optimism_cp, 0, 200, 8, 0.002},
    {"optimism_div", &SearchParams::optimism_div, 30, 400, 15, 0.002},
    {"hindsight_deeper_min", &SearchParams::hindsight_deeper_min, 0, 20, 1, 0.002},
    {"hindsight_shallower_min", &SearchParams::hindsight_shallower_min, 0, 20, 1, 0.002},
    {"hindsight_shallower_cp", &SearchParams::hindsight_shallower_cp, 0, 400, 15, 0.002},
    {"razor_max_depth", &SearchParams::razor_max_depth, 1, 6, 0.5, 0.002},
    {"razor_base_cp", &SearchParams::razor_base_cp, 50, 500, 25, 0.002},
    {"razor_depth_cp", &SearchParams::razor_depth_cp, 50, 500, 20, 0.002},
    {"rfp_max_depth", &SearchParams::rfp_max_depth, 4, 14, 0.5, 0.002},
    {"rfp_margin_cp", &SearchParams::rfp_margin_cp, 20, 200, 8, 0.002},
    {"rfp_rise_max_cp", &SearchParams::rfp_rise_max_cp, 0, 120, 6, 0.002},
    {"rfp_not_improving_cp", &SearchParams::rfp_not_improving_cp, 0, 60, 4, 0.002},
    {"null_min_depth", &SearchParams::null_min_depth, 2, 6, 0.5, 0.002},
    {"null_base", &SearchParams::null_base, 2, 6, 0.5, 0.002},
    {"null_depth_div", &SearchParams::null_depth_div, 2, 8, 0.5, 0.002},
    {"null_eval_div_cp", &SearchParams::null_eval_div_cp, 80, 500, 20, 0.002},
    {"null_eval_max", &SearchParams::null_eval_max, 1, 6, 0.5, 0.002},
    {"null_margin_cp", &SearchParams::null_margin_cp, 0, 300, 15, 0.002},
    {"null_margin_depth_cp", &SearchParams::null_margin_depth_cp, 0, 50, 3, 0.002},
    {"null_verify_depth", &SearchParams::null_verify_depth, 8, 20, 1, 0.002},
    {"probcut_min_depth", &SearchParams::probcut_min_depth, 3, 9, 0.5, 0.002},
    {"probcut_margin_cp", &SearchParams::probcut_margin_cp, 60, 400, 15, 0.002},
    {"probcut_improving_cp", &SearchParams::probcut_improving_cp, 0, 150, 8, 0.002},
    {"probcut_reduction", &SearchParams::probcut_reduction, 2, 6, 0.5, 0.002},
    {"iir_min_depth", &SearchParams::iir_min_depth, 2, 8, 0.5, 0.002},
    {"iir_table_slack", &SearchParams::iir_table_slack, 2, 50, 1, 0.002},
    {"singular_min_depth", &SearchParams::singular_min_depth, 4, 10, 0.5, 0.002},
    {"singular_depth_slack", &SearchParams::singular_depth_slack, 1, 6, 0.5, 0.002},
    {"singular_margin_x16", &SearchParams::singular_margin_x16, 4, 96, 4, 0.002},
    {"singular_was_pv_x16", &SearchParams::singular_was_pv_x16, 0, 96, 4, 0.002},
    {"singular_double_cp", &SearchParams::singular_double_cp, 0, 60, 4, 0.002},
    {"singular_triple_cp", &SearchParams::singular_triple_cp, 30, 250, 10, 0.002},
    {"singular_max_doubles", &SearchParams::singular_max_doubles, 2, 20, 1, 0.002},
    {"multicut_blend_pct", &SearchParams::multicut_blend_pct, 0, 100, 5, 0.002},
    {"lmp_base", &SearchParams::lmp_base, 1, 10, 0.5, 0.002},
    {"lmp_max_depth", &SearchParams::lmp_max_depth, 4, 14, 0.5, 0.002},
    {"lmp_history_div", &SearchParams::lmp_history_div, 500, 100000, 300, 0.002},
    {"futility_max_depth", &SearchParams::futility_max_depth, 4, 14, 0.5, 0.002},
    {"futility_base_cp", &SearchParams::futility_base_cp, 20, 300, 12, 0.002},
    {"futility_depth_cp", &SearchParams::futility_depth_cp, 20, 200, 8, 0.002},
    {"futility_history_div", &SearchParams::futility_history_div, 32, 512, 20, 0.002},
    {"capture_futility_max_depth", &SearchParams::capture_futility_max_depth, 2, 10, 0.5, 0.002},
    {"capture_futility_base_cp", &SearchParams::capture_futility_base_cp, 50, 500, 20, 0.002},
    {"capture_futility_depth_cp", &SearchParams::capture_futility_depth_cp, 50, 400, 15, 0.002},
    {"history_prune_max_depth", &SearchParams::history_prune_max_depth, 1, 8, 0.5, 0.002},
    {"history_prune_depth", &SearchParams::history_prune_depth, 1000, 9000, 300, 0.002},
    {"see_quiet_depth_cp", &SearchParams::see_quiet_depth_cp, 5, 80, 4, 0.002},
    {"see_noisy_depth_cp", &SearchParams::see_noisy_depth_cp, 20, 200, 8, 0.002},
    {"lmr_min_depth", &SearchParams::lmr_min_depth, 1, 4, 0.5, 0.002},
    {"lmr_quiet_base", &SearchParams::lmr_quiet_base, 0, 2048, 80, 0.002},
    {"lmr_quiet_slope", &SearchParams::lmr_quiet_slope, 200, 1000, 30, 0.002},
    {"lmr_noisy_base", &SearchParams::lmr_noisy_base, -512, 1024, 60, 0.002},
    {"lmr_noisy_slope", &SearchParams::lmr_noisy_slope, 100, 800, 30, 0.002},
    {"lmr_pv", &SearchParams::lmr_pv, 0, 2048, 80, 0.002},
    {"lmr_was_pv", &SearchParams::lmr_was_pv, 0, 2048, 80, 0.002},
    {"lmr_cut_node", &SearchParams::lmr_cut_node, 0, 3072, 100, 0.002},
    {"lmr_not_improving", &SearchParams::lmr_not_improving, 0, 2048, 80, 0.002},
    {"lmr_noisy_table_move", &SearchParams::lmr_noisy_table_move, 0, 2048, 80, 0.002},
    {"lmr_check", &SearchParams::lmr_check, 0, 2048, 80, 0.002},
    {"lmr_killer", &SearchParams::lmr_killer, 0, 2048, 80, 0.002},
    {"lmr_child_fail_highs", &SearchParams::lmr_child_fail_highs, 0, 2048, 80, 0.002},
    {"lmr_child_fail_high_count", &SearchParams::lmr_child_fail_high_count, 1, 6, 0.5, 0.002},
    {"lmr_history_div", &SearchParams::lmr_history_div, 3, 30, 1, 0.002},
    {"lmr_noisy_history_div", &SearchParams::lmr_noisy_history_div, 3, 30, 1, 0.002},
    {"lmr_correction_div", &SearchParams::lmr_correction_div, 20, 400, 15, 0.002},
    {"lmr_table_low", &SearchParams::lmr_table_low, 0, 2048, 80, 0.002},
    {"lmr_deeper_cp", &SearchParams::lmr_deeper_cp, 0, 150, 8, 0.002},
    {"lmr_probe_bonus_pct", &SearchParams::lmr_probe_bonus_pct, 0, 250, 8, 0.002},
    {"qs_futility_cp", &SearchParams::qs_futility_cp, 30, 400, 15, 0.002},
    {"qs_see_cp", &SearchParams::qs_see_cp, -120, 120, 8, 0.002},
    {"qs_max_late_moves", &SearchParams::qs_max_late_moves, 1, 8, 0.5, 0.002},
    {"qs_blend_pct", &SearchParams::qs_blend_pct, 0, 100, 5, 0.002},
    {"bonus_depth", &SearchParams::bonus_depth, 50, 400, 15, 0.002},
    {"bonus_base", &SearchParams::bonus_base, -100, 300, 15, 0.002},
    {"bonus_max", &SearchParams::bonus_max, 600, 4000, 120, 0.002},
    {"malus_depth", &SearchParams::malus_depth, 50, 400, 15, 0.002},
    {"malus_base", &SearchParams::malus_base, -100, 300, 15, 0.002},
    {"malus_max", &SearchParams::malus_max, 600, 4000, 120, 0.002},
    {"malus_order_pct", &SearchParams::malus_order_pct, 0, 50, 2, 0.002},
    {"capture_bonus_pct", &SearchParams::capture_bonus_pct, 30, 250, 8, 0.002},
    {"capture_malus_pct", &SearchParams::capture_malus_pct, 30, 250, 8, 0.002},
    {"follow_up_1_pct", &SearchParams::follow_up_1_pct, 20, 250, 8, 0.002},
    {"follow_up_2_pct", &SearchParams::follow_up_2_pct, 20, 250, 8, 0.002},
    {"follow_up_4_pct", &SearchParams::follow_up_4_pct, 0, 250, 8, 0.002},
    {"pawn_history_pct", &SearchParams::pawn_history_pct, 20, 250, 8, 0.002},
    {"root_history_pct", &SearchParams::root_history_pct, 20, 250, 8, 0.002},
    {"table_cut_bonus_pct", &SearchParams::table_cut_bonus_pct, 0, 200, 8, 0.002},
    {"fail_low_bonus_pct", &SearchParams::fail_low_bonus_pct, 0, 200, 8, 0.002},
    {"fail_low_quiet_pct", &SearchParams::fail_low_quiet_pct, 0, 250, 8, 0.002},
    {"best_margin_bonus_cp", &SearchParams::best_margin_bonus_cp, 20, 300, 12, 0.002},
    {"eval_history_mul", &SearchParams::eval_history_mul, 0, 60, 2, 0.002},
    {"eval_history_max", &SearchParams::eval_history_max, 0, 4000, 100, 0.002},
    {"order_quiet_pct", &SearchParams::order_quiet_pct, 20, 250, 8, 0.002},
    {"order_pawn_pct", &SearchParams::order_pawn_pct, 20, 250, 8, 0.002},
    {"order_follow_up_1_pct", &SearchParams::order_follow_up_1_pct, 20, 400, 10, 0.002},
    {"order_follow_up_2_pct", &SearchParams::order_follow_up_2_pct, 20, 400, 8, 0.002},
    {"order_follow_up_4_pct", &SearchParams::order_follow_up_4_pct, 0, 250, 8, 0.002},
    {"order_root_pct", &SearchParams::order_root_pct, 0, 600, 15, 0.002},
    {"order_killer_1", &SearchParams::order_killer_1, 0, 80000, 1500, 0.002},
    {"order_killer_2", &SearchParams::order_killer_2, 0, 80000, 1500, 0.002},
    {"order_counter", &SearchParams::order_counter, 0, 80000, 1500, 0.002},
    {"order_check", &SearchParams::order_check, 0, 40000, 800, 0.002},
    {"order_check_loss_cp", &SearchParams::order_check_loss_cp, -100, 300, 15, 0.002},
    {"order_escape_minor", &SearchParams::order_escape_minor, 0, 40000, 800, 0.002},
    {"order_escape_rook", &SearchParams::order_escape_rook, 0, 40000, 1000, 0.002},
    {"order_escape_queen", &SearchParams::order_escape_queen, 0, 40000, 800, 0.002},
    {"order_victim_x16", &SearchParams::order_victim_x16, 20, 400, 10, 0.002},
    {"order_good_capture_cp", &SearchParams::order_good_capture_cp, -100, 200, 10, 0.002},
    {"order_capture_history_div", &SearchParams::order_capture_history_div, 8, 256, 6, 0.002},
    {"correction_pawn", &SearchParams::correction_pawn, 0, 3072, 100, 0.002},
    {"correction_white", &SearchParams::correction_white, 0, 3072, 100, 0.002},
    {"correction_black", &SearchParams::correction_black, 0, 3072, 100, 0.002},
    {"correction_last_move", &SearchParams::correction_last_move, 0, 3072, 100, 0.002},
    {"correction_minor", &SearchParams::correction_minor, 0, 3072, 100, 0.002},
    {"correction_major", &SearchParams::correction_major, 0, 3072, 100, 0.002},
    {"correction_two_moves", &SearchParams::correction_two_moves, 0, 3072, 100, 0.002},
    {"correction_depth_step", &SearchParams::correction_depth_step, 2, 40, 2, 0.002},
    {"correction_max_cp", &SearchParams::correction_max_cp, 20, 250, 10, 0.002},
    {"material_per_million", &SearchParams::material_per_million, 0, 250, 12, 0.002},
    {"mate_corner_cp", &SearchParams::mate_corner_cp, 5, 120, 6, 0.002},
    {"clock_moves", &SearchParams::clock_moves, 15, 80, 2, 0.002},
    {"clock_increment_pct", &SearchParams::clock_increment_pct, 20, 100, 4, 0.002},
    {"clock_hard_pct", &SearchParams::clock_hard_pct, 150, 800, 20, 0.002},
    {"clock_reserve_pct", &SearchParams::clock_reserve_pct, 1, 20, 0.5, 0.002},
    {"clock_reserve_ms", &SearchParams::clock_reserve_ms, 5, 200, 5, 0.002},
    {"clock_stable_step_pct", &SearchParams::clock_stable_step_pct, 0, 20, 1, 0.002},
    {"clock_unstable_pct", &SearchParams::clock_unstable_pct, 100, 220, 6, 0.002},
    {"clock_stable_min_pct", &SearchParams::clock_stable_min_pct, 40, 100, 4, 0.002},
    {"clock_fall_max_pct", &SearchParams::clock_fall_max_pct, 100, 260, 8, 0.002},
    {"clock_fall_cp", &SearchParams::clock_fall_cp, 10, 200, 8, 0.002},
    {"clock_work_base_pct", &SearchParams::clock_work_base_pct, 100, 300, 8, 0.002},
    {"clock_work_slope_pct", &SearchParams::clock_work_slope_pct, 30, 250, 8, 0.002},
});
// clang-format on
static_assert(kParamSpecs.size() * sizeof(int) == sizeof(SearchParams),
              "every field of SearchParams needs a ParamSpec");

// Where a Searcher reads its parameters: here they are folded into the code.
struct FixedParams {
  static constexpr SearchParams params{};
  // Whether somebody looks on (Searcher::Watch).
  static constexpr bool kWatched = false;
};

// The same for a search that is looked at.
struct WatchedParams : FixedParams {
  static constexpr bool kWatched = true;
};

// Here every searcher has its own, to be tuned. With the defaults it searches what the others do.
struct TunableParams {
  SearchParams params{};
  static constexpr bool kWatched = false;
};

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_PARAMS_H_
