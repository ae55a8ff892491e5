"""Programs without one of the engine's speed mechanisms (lib/base/mechanism.h)."""

# As the flag //engine:without names them, and as the code does.
MECHANISMS = {
    "fold": "kFold",
    "huge-pages": "kHugePages",
    "prefetch": "kPrefetch",
    "rows8": "kRows8",
    "sums-cache": "kSumsCache",
}

def without_defines():
    """What tells the code the flag's choice."""
    choices = {"//conditions:default": []}
    for flag, name in MECHANISMS.items():
        choices["//.bazel:without_" + flag] = ["COHERENT_WITHOUT=" + name]
    return select(choices)

def _leave_out(_settings, attr):
    return {"//engine:without": attr.mechanism}

_without = transition(
    implementation = _leave_out,
    inputs = [],
    outputs = ["//engine:without"],
)

def _program_without_impl(ctx):
    out = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(
        output = out,
        target_file = ctx.attr.program[0][DefaultInfo].files_to_run.executable,
        is_executable = True,
    )
    return DefaultInfo(files = depset([out]), executable = out)

program_without = rule(
    implementation = _program_without_impl,
    attrs = {
        "mechanism": attr.string(mandatory = True),
        "program": attr.label(cfg = _without, mandatory = True),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
    executable = True,
)
