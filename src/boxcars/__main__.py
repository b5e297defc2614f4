from boxcars.cli import main

main()
